#!/bin/sh
exec python3 tests/soak/worst.py "$1"
