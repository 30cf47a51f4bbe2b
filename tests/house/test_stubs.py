"""Hand-written stubs of compiled modules say what the modules are."""

import pathlib
import subprocess
import sys

from tests.conftest import CHECKOUT, peer

STUBS = sorted((CHECKOUT / "ext").rglob("*.pyi"))
PUBLIC = ("ext", "ext/kernels", "ext/mech")


def module_of(path: pathlib.Path) -> str:
    return ".".join(path.relative_to(CHECKOUT).with_suffix("").parts)


def test_public_kernels_have_stubs() -> None:
    sources = [path for folder in PUBLIC for path in (CHECKOUT / folder).glob("*.pyx")]
    missing = [path.name for path in sources if not path.with_suffix(".pyi").is_file()]
    assert not missing, f"write a .pyi beside {missing}"
    assert all(path.with_suffix(".pyx").is_file() for path in STUBS)


def test_stubs_are_true() -> None:
    peer("mypy")
    allow = pathlib.Path(__file__).with_name("stubtest_allow.txt")
    command = [sys.executable, "-m", "mypy.stubtest", *map(module_of, STUBS)]
    command += ["--allowlist", str(allow), "--ignore-unused-allowlist"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
