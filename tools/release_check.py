"""Everything that must hold before a release is published.

In:  the repository.
Out: ``dist/`` with one source distribution and one wheel that passed; or the first failure.

Both are built, read by ``twine check``, installed each in a clean environment and used; the
tests of the source distribution run from the unpacked archive; without a compiler the
installation works, says so in the tag of its wheel, and cuts the sample text the same way.

Run with: make release-check
"""

import shutil
import tarfile
from pathlib import Path

from environments import BUILD, ROOT, Environment, clean_environment, run, say

DIST = ROOT / "dist"
NO_COMPILER = {"CC": "no-such-compiler", "CXX": "no-such-compiler"}
IS_NATIVE = "import embed_kcpd; print(embed_kcpd.native_available())"


def main() -> None:
    tools = clean_environment("release-tools")
    tools.install("build", "twine")
    source, wheel = built(tools)
    say(tools.python("-m", "twine", "check", "--strict", str(source), str(wheel)).strip())
    compiled = clean_environment("release-wheel")
    compiled.install(str(wheel))
    expect(compiled.python("-c", IS_NATIVE).strip() == "True", f"{wheel.name} lacks the C search")
    lines = demo(compiled)
    say(f"{wheel.name}: installs alone, the C search answers, the demo has {len(lines)} segments")
    without_compiler(source, lines)
    tests_of(source)
    say("ready: " + ", ".join(path.name for path in sorted(DIST.iterdir())))


def built(tools: Environment) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it alone."""
    shutil.rmtree(DIST, ignore_errors=True)
    tools.python("-m", "build", "--outdir", str(DIST), str(ROOT))
    (source,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    expect("-abi3-" in wheel.name, f"{wheel.name} is not tagged for every later Python")
    return source, wheel


def demo(environment: Environment) -> list[str]:
    """The lines of the sample text, cut from outside the repository."""
    command = [environment.program("embed-kcpd"), "segment", str(ROOT / "examples/garden.txt")]
    lines = run(command, folder=BUILD).splitlines()
    expect(len(lines) > 1, "the demo did not cut the sample text")
    return lines


def without_compiler(source: Path, lines: list[str]) -> None:
    """A build without compiler must not pass for the compiled wheel."""
    folder = BUILD / "release-plain"
    shutil.rmtree(folder, ignore_errors=True)
    plain = clean_environment("release-plain")
    command = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-cache-dir")
    plain.python(*command, "--wheel-dir", str(folder), str(source), extra=NO_COMPILER)
    (wheel,) = folder.glob("*.whl")
    expect(wheel.name.endswith("py3-none-any.whl"), f"{wheel.name} claims a compiled extension")
    plain.install(str(wheel))
    expect(plain.python("-c", IS_NATIVE).strip() == "False", "the plain wheel has a C search")
    expect(demo(plain) == lines, "without the C search the demo is cut differently")
    say(f"{wheel.name}: installs without a compiler, same segments")


def tests_of(source: Path) -> None:
    """The tests in the archive, against the package installed from it."""
    folder = BUILD / "release-source"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    environment = clean_environment("release-source")
    environment.install(f"{source}[dev]")
    # Adapters are tried with their frameworks, by make test-adapters.
    others = f"--ignore-glob={BUILD}/*/embed_kcpd/adapters"
    tests = ("-m", "pytest", others, "--pyargs", "embed_kcpd", "tests")
    say(environment.python(*tests, folder=unpacked).strip().splitlines()[-1])


def expect(is_true: bool, otherwise: str) -> None:
    if not is_true:
        raise SystemExit(f"release check: {otherwise}")


if __name__ == "__main__":
    main()
