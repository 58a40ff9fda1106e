// valid FILE: whether FILE is an SPDX document in JSON, by spdx/tools-golang.
package main

import (
	"fmt"
	"os"

	"github.com/spdx/tools-golang/json"
	"github.com/spdx/tools-golang/spdxlib"
)

func main() {
	file, err := os.Open(os.Args[1])
	if err == nil {
		document, fault := json.Read(file)
		if err = fault; err == nil {
			err = spdxlib.ValidateDocument(document)
		}
		if err == nil {
			fmt.Println(document.SPDXVersion, "with", len(document.Packages), "packages and", len(document.Relationships), "relations")
			return
		}
	}
	fmt.Println(err)
	os.Exit(1)
}
