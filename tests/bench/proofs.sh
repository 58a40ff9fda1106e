#!/usr/bin/env bash
# proofs.sh BUILD: long proofs of periods by `grundyd warm`, each beside its goal of CPU time. What is proven must be the period and the
# preperiod of Flammenkamp's table (Sprague-Grundy values of octal games); OEIS A071509 has 0.454 from there, for 0.1777, one heap less. Some
# minutes and 500 MB.
set -euo pipefail
build=$1
cd "$(dirname "$0")/../.."
. tests/bench/lib.sh
. tests/bench/prove.sh

status=0
prove 0.104 11770282 197769598 419079763 20 || status=1
prove 0.054 10015179 193235616 406501594 25 || status=1
prove 0.454 60620715 160949019 443139472 40 || status=1
exit $status
