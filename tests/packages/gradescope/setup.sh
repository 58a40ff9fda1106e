#!/bin/sh
# Run once, when the image of the autograder is made: installs what the graders call. The package lies beside this file in the archive.
apt-get install -y python3 /autograder/source/grundy_*.deb
