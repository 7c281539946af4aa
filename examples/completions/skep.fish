# Completions of skep for fish: the program knows its own options, so this file fits every version of it.
skep completions fish 2>/dev/null | source
