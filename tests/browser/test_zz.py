import time
from tests.browser import test_evening as t
from tests.browser.people import Person
import pytest
orig=Person.tap
def tap(self, target):
    a=time.monotonic(); orig(self,target); d=time.monotonic()-a
    if d>0.4: print(f"   tap {self.name} {d:.2f}", flush=True)
Person.tap=tap
oe=t.Evening._expect_everywhere
def ee(self, people, number, paper):
    a=time.monotonic()
    for p in people:
        b=time.monotonic(); p.expect_written(number); print("  written",p.name,f"{time.monotonic()-b:.2f}")
    b=time.monotonic()
    for p in people:
        c=time.monotonic(); p.expect_sheet(paper.totals()); print("  sheet",p.name,f"{time.monotonic()-c:.2f}")
    tapped = max(person.tapped for person in self.people.values())
    print("deal",number, f"{time.monotonic()-a:.2f}", flush=True); self.seconds.append(0)
t.Evening._expect_everywhere=ee
evening=t.evening
@pytest.mark.parametrize("evening", ["EVENING-3"], indirect=True)
def test_x(evening):
    a=time.monotonic(); evening.play(); print("play",time.monotonic()-a); evening.settle(); print("settle",time.monotonic()-a)
