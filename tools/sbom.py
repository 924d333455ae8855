"""The software bill of materials of a release.

In:  the wheel in ``dist/``.
Out: ``dist/embed-kcpd-sbom.json`` in CycloneDX: every package that a plain installation brings.

Run with: make sbom
"""

import sys

from environments import ROOT, clean_environment, say

DIST = ROOT / "dist"


def main() -> None:
    wheels = sorted(DIST.glob("*.whl"))
    if not wheels:
        sys.exit("there is no wheel in dist/; run make release-check first")
    product = clean_environment("sbom-product")
    product.install(str(wheels[-1]))
    product.python("-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools")
    tools = clean_environment("sbom-tools")
    tools.install("cyclonedx-bom")
    target = DIST / "embed-kcpd-sbom.json"
    arguments = ("environment", "--output-reproducible", "--output-file", str(target))
    tools.python("-m", "cyclonedx_py", *arguments, str(product.folder))
    say(f"wrote {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
