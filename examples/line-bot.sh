#!/bin/sh
# The smallest bot there is: the first of the choices it is offered, whatever the game.
# parrain simulate district-noir --bots "process:sh examples/line-bot.sh" --games 3
while read -r question; do
    choices=${question#*\"actions\": [\"}
    echo "${choices%%\"*}"
done
