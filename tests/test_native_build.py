"""The extension is optional for those who install, and not for those who work on it."""

import os
import runpy
import shutil
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from embed_kcpd import native

ROOT = Path(__file__).parent.parent
COMPILER = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
CAN_COMPILE = (
    shutil.which(COMPILER) is not None and Path(sysconfig.get_path("include"), "Python.h").exists()
)
IS_LEFT_OUT = os.environ.get("EMBED_KCPD_NO_NATIVE", "0") not in {"", "0"}

needs_compiler = pytest.mark.skipif(
    not CAN_COMPILE, reason="there is no C compiler here, or Python's headers are not"
)


def extensions(monkeypatch, **environment):
    """What ``setup.py`` asks setuptools to build, each as the words it was described by."""
    asked = {}
    modules = {
        "setuptools": {"Extension": lambda _, **words: words, "setup": asked.update},
        "setuptools.command": {},
        "setuptools.command.build_ext": {"build_ext": object},
        "setuptools.command.bdist_wheel": {"bdist_wheel": object},
    }
    for name, content in modules.items():
        module = ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("EMBED_KCPD_NO_NATIVE", "EMBED_KCPD_NEED_NATIVE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    return asked["ext_modules"]


@needs_compiler
@pytest.mark.skipif(IS_LEFT_OUT, reason="EMBED_KCPD_NO_NATIVE asks for no extension")
def test_the_extension_is_there_where_it_can_be_compiled():
    """An error of the compiler leaves the extension out, and every test would still pass."""
    assert native.loaded() is not None, (
        "the C extension was not built: EMBED_KCPD_NEED_NATIVE=1 \
pip install --editable . says why"
    )


@needs_compiler
def test_those_who_need_the_extension_see_the_errors_of_the_compiler(monkeypatch):
    (extension,) = extensions(monkeypatch, EMBED_KCPD_NEED_NATIVE="1")

    assert not extension["optional"]


def test_those_who_install_get_the_package_whatever_the_compiler_says(monkeypatch):
    (extension,) = extensions(monkeypatch)

    assert extension["optional"]


def test_without_a_compiler_the_extension_is_never_needed(monkeypatch):
    (extension,) = extensions(monkeypatch, EMBED_KCPD_NEED_NATIVE="1", CC="no-such-compiler")

    assert extension["optional"]


def test_the_extension_can_be_left_out(monkeypatch):
    assert extensions(monkeypatch, EMBED_KCPD_NO_NATIVE="1") == []
