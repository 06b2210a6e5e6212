#!/bin/sh
# The last job of film.sh: join.sh PARTS FILM
exec strata join "$1"/*."${2##*.}" -o "$2" -q
