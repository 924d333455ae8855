"""The optional C extension: built where a compiler is found, left out where not.

Everything else about the package is in pyproject.toml.
"""

import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
"""Free-threaded Pythons have no stable ABI yet and get an extension of their own."""

UNIX_FLAGS = ["-std=c99", "-O3", "-fopenmp-simd", "-ffp-contract=fast", "-fno-math-errno"]


class BuildNative(build_ext):
    """Flags for the compiler that was found; C99 is all that any of them must know."""

    def build_extension(self, ext: Extension) -> None:
        if self.compiler.compiler_type == "unix":
            ext.extra_compile_args = [*UNIX_FLAGS, *ext.extra_compile_args]
        super().build_extension(ext)


NATIVE = Extension(
    "embed_kcpd.solvers.search._native",
    sources=sorted(str(path) for path in Path("native").glob("*.c")),
    depends=sorted(str(path) for path in Path("native").glob("*.h")),
    define_macros=[] if FREE_THREADED else [("Py_LIMITED_API", "0x030A0000")],
    py_limited_api=not FREE_THREADED,
    optional=True,
)

setup(
    ext_modules=[NATIVE],
    cmdclass={"build_ext": BuildNative},
    options={} if FREE_THREADED else {"bdist_wheel": {"py_limited_api": "cp310"}},
)
