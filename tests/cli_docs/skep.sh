#!/bin/sh
# The words of the guide after `skep`.
case "$1 $*" in
explore*)
    # Without a browser.
    for word; do
        shift
        [ "$word" = --open ] || set -- "$@" "$word"
    done
    "$SKEP" "$@" --port 0 >server.log 2>&1 &
    until grep -q http:// server.log; do kill -0 $! || { cat server.log >&2; exit 1; }; sleep 0.05; done
    kill $!
    wait $! || [ $? -eq 143 ]
    ;;
replay*)
    # It reads the arguments and the games before it looks for a terminal.
    "$SKEP" "$@" 2>replay.log && exit 1
    grep -q "needs a terminal" replay.log || { cat replay.log >&2; exit 1; }
    ;;
match*) shift && exec "$SKEP" match --quiet --games 2 --max-plies 8 "$@" ;;
uhp*--test*) shift && { "$SKEP" uhp --positions 30 "$@" || [ $? -eq 1 ]; } ;;
*) exec "$SKEP" "$@" ;;
esac
