#!/bin/sh
# sbom.sh IMAGE: what image.sh put into the directory, as an SPDX 2.3 document in JSON: grundyd, and the packages of var/lib/dpkg/status.d that
# it loads. SOURCE_DATE_EPOCH says when it was made, where the same shall come out again. An SPDXID has letters, digits, . and - only: a + in a
# package's name, which has no capitals, is PLUS there.
set -eu
image=$1
version=$("$image/grundyd" --version 2>/dev/null || chroot "$image" /grundyd --version)
version=${version#grundyd }
created=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%dT%H:%M:%SZ)
digest=$(sha256sum "$image/grundyd")
digest=${digest%% *}
. "$image/etc/os-release"

cat <<END
{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "grundy-$version",
  "documentNamespace": "https://grundy.example/spdx/grundy-$version-$digest",
  "creationInfo": { "created": "$created", "creators": ["Organization: Grundy developers", "Tool: docker/sbom.sh"] },
  "packages": [
    {
      "name": "grundy",
      "SPDXID": "SPDXRef-grundy",
      "versionInfo": "$version",
      "supplier": "Organization: Grundy developers",
      "downloadLocation": "NOASSERTION",
      "filesAnalyzed": false,
      "checksums": [{ "algorithm": "SHA256", "checksumValue": "$digest" }],
      "licenseConcluded": "MIT",
      "licenseDeclared": "MIT",
      "copyrightText": "NOASSERTION",
      "primaryPackagePurpose": "APPLICATION",
      "externalRefs": [{ "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": "pkg:generic/grundy@$version" }]
    }
END
# The licences of Debian's packages are told in prose (usr/share/doc in the image), so nothing is asserted here.
for file in "$image"/var/lib/dpkg/status.d/*; do
  awk -v distro="$ID-$VERSION_ID" '
    function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
    function escaped(text) { gsub(/:/, "%3A", text); gsub(/\+/, "%2B", text); return text }
    function id(text) { gsub(/\+/, "PLUS", text); return text }
    /^[A-Za-z-]+: / && !($1 in value) { name = $1; value[name] = substr($0, length(name) + 2) }
    END {
      package = value["Package:"]; version = value["Version:"]
      printf "    ,{\n      \"name\": %s,\n      \"SPDXID\": \"SPDXRef-deb-%s\",\n      \"versionInfo\": %s,\n", quoted(package), id(package), quoted(version)
      printf "      \"supplier\": %s,\n      \"downloadLocation\": \"NOASSERTION\",\n      \"filesAnalyzed\": false,\n", quoted("Organization: Debian")
      if (value["Source:"] != "") printf "      \"sourceInfo\": %s,\n", quoted("built from " value["Source:"])
      printf "      \"licenseConcluded\": \"NOASSERTION\",\n      \"licenseDeclared\": \"NOASSERTION\",\n      \"copyrightText\": \"NOASSERTION\",\n      \"primaryPackagePurpose\": \"LIBRARY\",\n"
      printf "      \"externalRefs\": [{ \"referenceCategory\": \"PACKAGE-MANAGER\", \"referenceType\": \"purl\", \"referenceLocator\": \"pkg:deb/debian/%s@%s?arch=%s&distro=%s\" }]\n    }\n", escaped(package), escaped(version), value["Architecture:"], distro
    }' "$file"
done
printf '  ],\n  "relationships": [\n    { "spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-grundy" }'
for file in "$image"/var/lib/dpkg/status.d/*; do
  printf ',\n    { "spdxElementId": "SPDXRef-grundy", "relationshipType": "DYNAMIC_LINK", "relatedSpdxElement": "SPDXRef-deb-%s" }' "$(basename "$file" | sed 's/+/PLUS/g')"
done
printf '\n  ]\n}\n'
