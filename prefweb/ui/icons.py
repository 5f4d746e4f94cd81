"""The icons: line drawings on a 24 by 24 grid, drawn in the colour of the text around them."""

ICONS = {
    "back": '<path d="M15 5l-7 7 7 7"/>',
    "forward": '<path d="M9 5l7 7-7 7"/>',
    "first": '<path d="M17 5l-7 7 7 7M7 5v14"/>',
    "last": '<path d="M7 5l7 7-7 7M17 5v14"/>',
    "down": '<path d="M6 9.5l6 6 6-6"/>',
    "more": (
        '<circle cx="12" cy="5.5" r="1"/>'
        '<circle cx="12" cy="12" r="1"/>'
        '<circle cx="12" cy="18.5" r="1"/>'
    ),
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "tick": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
    "warning": '<path d="M12 4.5L21 19.5H3z"/><path d="M12 10.5v4M12 17v.2"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 8v.2"/>',
    "offline": (
        '<path d="M4 4l16 16M5 12.5a10 10 0 0 1 3-2M9 16a4.5 4.5 0 0 1 6 0M12.5 8.6a10 10 0 '
        '0 1 6.5 3.4"/>'
    ),
    "eye": (
        '<path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z"/><circle cx="12" cy="12" r="2.5"/>'
    ),
    "person": '<circle cx="12" cy="8.5" r="3.5"/><path d="M5 20c.5-4.5 3.5-6 7-6s6.5 1.5 7 6"/>',
    "people": (
        '<circle cx="9" cy="9" r="3"/><circle cx="16.5" cy="10" r="2.3"/>'
        '<path d="M3.5 19c.5-3.5 3-5 5.5-5s5 1.5 5.5 5M15.5 14.6c2.6-.3 4.6 1 5 3.4"/>'
    ),
    "home": '<path d="M4 11.5L12 5l8 6.5V20h-5.5v-5h-5v5H4z"/>',
    "cards": (
        '<rect x="4" y="6" width="10" height="14" rx="1.5"/><path d="M9 3.5h9a2 2 0 0 1 2 2V17"/>'
    ),
    "sheet": (
        '<rect x="4" y="4" width="16" height="16" rx="1"/>'
        '<path d="M4 4l16 16M20 4L4 20"/>'
        '<circle cx="12" cy="12" r="2.2"/>'
    ),
    "table": (
        '<rect x="4" y="5" width="16" height="14" rx="1"/><path d="M4 10h16M4 14.5h16M10 5v14"/>'
    ),
    "log": '<path d="M8 6h12M8 12h12M8 18h12M4 6h.2M4 12h.2M4 18h.2"/>',
    "share": '<path d="M12 15V4M8 7.5L12 4l4 3.5M6 12v8h12v-8"/>',
    "pencil": '<path d="M5 19l1-4L16 5l3 3L9 18z"/>',
    "sun": (
        '<circle cx="12" cy="12" r="3.5"/>'
        '<path d="M12 4v1.5M12 18.5V20M4 12h1.5M18.5 12H20M6.5 6.5l1 1M16.5 16.5l1 1M17.5 '
        '6.5l-1 1M7.5 16.5l-1 1"/>'
    ),
    "refresh": '<path d="M19 12a7 7 0 1 1-2-4.9M19 3.5V8h-4.5"/>',
    "undo": '<path d="M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3"/>',
    "sums": (
        '<rect x="5" y="3.5" width="14" height="17" rx="2"/>'
        '<path d="M8 7.5h8M8.5 12h.2M12 12h.2M15.5 12h.2M8.5 16h.2M12 16h.2M15.5 16h.2"/>'
    ),
    "bell": '<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4"/>',
    "download": '<path d="M12 4v11M8 11.5l4 3.5 4-3.5M6 12v8h12v-8"/>',
    "print": '<path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z"/>',
}
