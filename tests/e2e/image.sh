#!/usr/bin/env bash
# image.sh GRUNDYD: what goes into the image, by the script that fills it: a daemon that runs with these files alone, the packages that its
# libraries are from, and the list of all that as SPDX. And that version and settings of Dockerfile and compose file are what they must be.
set -euo pipefail
cd "$(dirname "$0")/../.."
daemon=$1 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "image: $*" >&2; exit 1; }
command -v dpkg-query >/dev/null || { [ -z "${GRUNDY_STRICT:-}" ] || fail "no dpkg here"; echo "left out: no dpkg here"; exit 0; }
version=$("$daemon" --version)
version=${version#grundyd }
SOURCE_DATE_EPOCH=0 docker/image.sh "$daemon" "$work/image"
python3 - "$work/image" "$version" <<'END'
import json, os, re, sys
image, version = sys.argv[1:]
sbom = json.load(open(f"{image}/usr/share/doc/grundy/sbom.spdx.json"))
assert sbom["spdxVersion"] == "SPDX-2.3" and sbom["dataLicense"] == "CC0-1.0" and sbom["SPDXID"] == "SPDXRef-DOCUMENT"
assert sbom["creationInfo"]["created"] == "1970-01-01T00:00:00Z" and sbom["documentNamespace"].startswith("https://")
ids = [package["SPDXID"] for package in sbom["packages"]]
assert len(set(ids)) == len(ids) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one) for one in ids), ids
for package in sbom["packages"]:
    assert package["versionInfo"] and package["downloadLocation"] and package["filesAnalyzed"] is False
    assert package["externalRefs"][0]["referenceLocator"].startswith("pkg:"), package
assert sbom["packages"][0]["name"] == "grundy" and sbom["packages"][0]["versionInfo"] == version
related = {(r["spdxElementId"], r["relatedSpdxElement"]) for r in sbom["relationships"]}
assert related == {("SPDXRef-DOCUMENT", "SPDXRef-grundy")} | {("SPDXRef-grundy", one) for one in ids[1:]}
# Every package has its paragraph and its licence, and is one that a library needs.
known = {}
for name in os.listdir(f"{image}/var/lib/dpkg/status.d"):
    text = open(f"{image}/var/lib/dpkg/status.d/{name}").read()
    known[name] = re.search(r"^Version: (.*)$", text, re.M)[1]
    assert re.search(rf"^Package: {re.escape(name)}$", text, re.M) and os.path.getsize(f"{image}/usr/share/doc/{name}/copyright")
assert known == {package["name"]: package["versionInfo"] for package in sbom["packages"][1:]}, known
libraries = [name for folder, _, names in os.walk(image) for name in names if ".so" in name]
assert "libc6" in known and len(libraries) >= len(known) > 3, (libraries, known)
print(f"{len(libraries)} libraries of {len(known)} packages")
END
if [ "$(id -u)" = 0 ]; then
  [ "$(chroot --userspec=10001:10001 "$work/image" /grundyd solve nim '{"heaps":[3,4,5]}' | grep -c '"verdict":"win"')" = 1 ] || fail "it does not run by itself"
  [ "$(stat -c %u "$work/image/tables")" = 10001 ] || fail "the tables are not the user's"
fi
grep -q "^ARG VERSION=$version\$" Dockerfile || fail "the Dockerfile has another version than $version"
for label in title description version revision licenses; do grep -q "org.opencontainers.image.$label=" Dockerfile || fail "no label $label"; done
grep -q '^name: grundy$' docker/compose.yaml || fail "the compose file has no name"
echo "image: no fault"
