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
# Names and versions that Debian allows, and that SPDX and package URLs write otherwise.
odd=$work/odd
mkdir -p "$odd/etc" "$odd/var/lib/dpkg/status.d"
printf '#!/bin/sh\necho "grundyd %s"\n' "$version" >"$odd/grundyd" && chmod +x "$odd/grundyd"
printf 'ID=debian\nVERSION_ID="12"\n' >"$odd/etc/os-release"
for one in 'libstdc++6 12.2.0-14+deb12u1 gcc-12' 'libstdc+-6 1:2~rc1+b1 a"b\c' 'libstdcplusplus6 0.1 x'; do
  read -r name at source <<<"$one"
  printf 'Package: %s\nStatus: install ok installed\nArchitecture: amd64\nSource: %s\nVersion: %s\nDescription: x\n Version: 9\n' "$name" "$source" "$at" >"$odd/var/lib/dpkg/status.d/$name"
done
SOURCE_DATE_EPOCH=0 docker/sbom.sh "$odd" >"$work/odd.json"
python3 - "$work/image" "$version" "$work/odd.json" <<'END'
import json, os, re, sys
from urllib.parse import unquote
image, version, odd = sys.argv[1:]

# What SPDX 2.3 asks of a document in JSON: every member is one that it has, none that must be is missing, each of its kind.
URI, ID = r"https://[a-z.]+/\S+", r"SPDXRef-[A-Za-z0-9.-]+"
AGENT, LICENCE = r"(Organization|Person|Tool): \S.*", r"MIT|NOASSERTION"
REFERENCE = {"referenceCategory!": "PACKAGE-MANAGER", "referenceType!": "purl", "referenceLocator!": r"pkg:(generic|deb/debian)/[a-z0-9.%B-]+@[A-Za-z0-9.%~-]+(\?arch=[a-z0-9]+&distro=debian-[0-9]+)?"}
PACKAGE = {"name!": r"\S+", "SPDXID!": ID, "versionInfo": r"\S+", "supplier": AGENT, "downloadLocation!": "NOASSERTION", "filesAnalyzed": False,
           "checksums": [{"algorithm!": "SHA256", "checksumValue!": "[0-9a-f]{64}"}], "sourceInfo": ".+", "licenseConcluded": LICENCE, "licenseDeclared": LICENCE,
           "copyrightText": "NOASSERTION", "primaryPackagePurpose": "APPLICATION|LIBRARY", "externalRefs": [REFERENCE]}
RELATION = {"spdxElementId!": ID, "relationshipType!": "DESCRIBES|DYNAMIC_LINK", "relatedSpdxElement!": ID}
MADE = {"created!": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "creators!": [AGENT]}
DOCUMENT = {"spdxVersion!": r"SPDX-2\.3", "dataLicense!": r"CC0-1\.0", "SPDXID!": "SPDXRef-DOCUMENT", "name!": ".+", "documentNamespace!": URI,
            "creationInfo!": MADE, "packages": [PACKAGE], "relationships": [RELATION]}

def hold(value, shape, place="document"):
    if isinstance(shape, dict):
        assert isinstance(value, dict), place
        known = {name.rstrip("!"): one for name, one in shape.items()}
        assert {name[:-1] for name in shape if name.endswith("!")} <= set(value) <= set(known), (place, set(value) ^ set(known))
        for name, one in value.items():
            hold(one, known[name], f"{place}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list) and value, place
        for one in value:
            hold(one, shape[0], place)
    elif isinstance(shape, str):
        assert isinstance(value, str) and re.fullmatch(shape, value), (place, value)
    else:
        assert value is shape, place

def read(path):
    sbom = json.load(open(path), object_pairs_hook=lambda pairs: (dict(pairs), len(dict(pairs)) == len(pairs) or sys.exit(f"a name twice: {pairs}"))[0])
    hold(sbom, DOCUMENT)
    ids = [package["SPDXID"] for package in sbom["packages"]]
    assert len(set(ids)) == len(ids) and "#" not in sbom["documentNamespace"], ids
    for package in sbom["packages"]:
        locator = unquote(package["externalRefs"][0]["referenceLocator"].split("/")[-1].split("?")[0])
        assert locator == f"{package['name']}@{package['versionInfo']}", locator
    assert sbom["packages"][0]["name"] == "grundy" and sbom["packages"][0]["versionInfo"] == version
    related = [(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"]) for r in sbom["relationships"]]
    assert related == [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-grundy")] + [("SPDXRef-grundy", "DYNAMIC_LINK", one) for one in ids[1:]], related
    return sbom

strange = {package["name"]: package for package in read(odd)["packages"][1:]}
assert strange["libstdc++6"]["SPDXID"] == "SPDXRef-deb-libstdcPLUSPLUS6" and strange["libstdc++6"]["versionInfo"] == "12.2.0-14+deb12u1", strange
assert strange["libstdc+-6"]["sourceInfo"] == 'built from a"b\\c' and strange["libstdc+-6"]["versionInfo"] == "1:2~rc1+b1", strange
sbom = read(f"{image}/usr/share/doc/grundy/sbom.spdx.json")
assert sbom["creationInfo"]["created"] == "1970-01-01T00:00:00Z"
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
