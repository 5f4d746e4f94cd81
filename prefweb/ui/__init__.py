"""What every page is drawn with: numbers, words, icons, theme."""
