"""The C extension: built where a compiler is found, left out where not.

Everything else about the package is in pyproject.toml.  A wheel without the extension is a
wheel for every platform and is named so (py3-none-any); EMBED_KCPD_NO_NATIVE=1 asks for it.
EMBED_KCPD_NEED_NATIVE=1, for those who work on the C code, makes an error of the compiler an
error of the build; without a compiler or without Python's headers it changes nothing.
"""

import os
import shutil
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1, for editable installations without isolation
    from wheel.bdist_wheel import bdist_wheel

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""Free-threaded Pythons have no stable ABI yet and get an extension of their own."""

NAME = "embed_kcpd._native"

FLAGS = {
    "unix": [
        *("-std=c99", "-O3", "-fopenmp-simd", "-ffp-contract=fast", "-fno-math-errno"),
        "-fno-wrapv",  # Python asks for numbers that wrap around, and loops take a tenth longer
    ],
    "msvc": ["/std:c11", "/O2"],  # C11 is the first standard there that knows `restrict`
}
"""C99 is all that any compiler must know."""


def is_asked_for(name: str) -> bool:
    """Whether an environment variable is set to anything but 0."""
    return os.environ.get(name, "0") not in {"", "0"}


def can_compile() -> bool:
    """Whether a compiler and the headers of Python are here."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler.split()[0]) is not None and header.exists()


class BuildNative(build_ext):
    """Flags for the compiler that was found."""

    def build_extension(self, ext: Extension) -> None:
        flags = FLAGS.get(self.compiler.compiler_type, [])
        ext.extra_compile_args = [*flags, *ext.extra_compile_args]
        super().build_extension(ext)


class NameByContent(bdist_wheel):
    """Names the wheel after what was built: without the extension it serves every platform."""

    def run(self) -> None:
        self.run_command("build")
        built = self.get_finalized_command("build_ext").get_outputs()
        if not any(Path(path).exists() for path in built):
            self.distribution.ext_modules = []
            self.root_is_pure, self.py_limited_api = True, False
        self.skip_build = True
        super().run()


NATIVE = Extension(
    NAME,
    sources=sorted(str(path) for path in Path("native").glob("*.c")),
    depends=sorted(
        str(path) for path in Path("native").rglob("*") if path.suffix in {".h", ".inc"}
    ),
    define_macros=[] if FREE_THREADED else [("Py_LIMITED_API", "0x030A0000")],
    py_limited_api=not FREE_THREADED,
    optional=not (is_asked_for("EMBED_KCPD_NEED_NATIVE") and can_compile()),
)

IS_WANTED = not is_asked_for("EMBED_KCPD_NO_NATIVE")

setup(
    ext_modules=[NATIVE] if IS_WANTED else [],
    cmdclass={"build_ext": BuildNative, "bdist_wheel": NameByContent},
    options={"bdist_wheel": {"py_limited_api": "cp310"}} if IS_WANTED and not FREE_THREADED else {},
)
