"""The paper sheet: as columns of numbers, as a drawing, as a picture, on a printed page."""
