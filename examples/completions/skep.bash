# Completions of skep for bash: the program knows its own options, so this file fits every version of it.
eval "$(skep completions bash 2>/dev/null)"
