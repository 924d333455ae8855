"""The frame of every page: its head, its name, its policy.

In:  what a page is called, what was found in the text, its body, its own style and scripts.
Out: one self-contained page that fetches nothing and runs no script but its own.
"""

import base64
import hashlib
from importlib.resources import files
from string import Template

from embed_kcpd.outputs.report.parts import clean
from embed_kcpd.version import __version__

FOLDER = "embed_kcpd.outputs.report"

UNSCRIPTED = """\
.segment:has(.u:target) .body { max-height: none; mask-image: none; }
.segment:has(.u:target) .unfold { display: none; }"""
"""What ``text.js`` does where scripts run: a segment with the unit that a link leads to is
unfolded.  With scripts these rules would be judged again for every unit that the slider moves."""


def framed(
    body: str,
    *,
    name: str,
    found: str,
    text: str,
    language: str = "",
    style: str = "",
    script: str = "",
    data: str = "",
    allowed: str = "",
) -> str:
    """The whole page: ``text`` is how much was read and ``found`` what was found in it.

    ``style`` is added to that of the report, ``data`` is JSON for the script, ``allowed`` a rule
    of the policy beyond its own.
    """
    scripts = f'<script type="application/json" id="data">{data}</script>\n' if data else ""
    return Template(resource(FOLDER, "frame.html")).substitute(
        policy=policy(script, allowed),
        style=resource(FOLDER, "report.css") + style,
        unscripted=UNSCRIPTED,
        version=__version__,
        language=clean(language),
        name=clean(name),
        found=found,
        lede=f"{text} in <strong>{found}</strong>",
        body=body,
        scripts=f"{scripts}<script>{script}</script>" if script else scripts,
    )


def policy(script: str, allowed: str = "") -> str:
    """What a page may do: show its own pictures, and run this script and no other."""
    rules = ["default-src 'none'", "img-src data:", "style-src 'unsafe-inline'"]
    rules += ["base-uri 'none'", "form-action 'none'"]
    if script:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        rules.append(f"script-src 'sha256-{digest}'")
    return "; ".join([*rules, allowed] if allowed else rules)


def resource(package: str, name: str) -> str:
    """A file of a package, as text."""
    return files(package).joinpath(name).read_text(encoding="utf-8")
