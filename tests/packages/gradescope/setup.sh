#!/bin/sh
# Run once, when the image of the autograder is made: installs what the graders call.
apt-get install -y python3 ./source/grundy_*.deb
