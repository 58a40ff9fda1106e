#!/usr/bin/env bash
# supervised.sh GRUNDYD: whoever starts the daemon and watches it, as systemd does, is told what it wants to know, and lends it a socket.
exec python3 "$(dirname "$0")/../support/supervised.py" "$1"
