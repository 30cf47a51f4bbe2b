"""Build of the compiled half: every ext/**/*.pyx becomes one extension module.

All other packaging facts are in pyproject.toml.

- ``KIBITZ_DEBUG=1`` turns on bounds checks and the comparison of information strings
  whenever two information keys meet (slow, for hunting errors; rebuild with ``--force``).
- ``KIBITZ_ANNOTATE=1`` writes Cython's yellow and white HTML beside the generated C.
- ``KIBITZ_NATIVE=1`` compiles for this processor only; wheels must run elsewhere.
- ``KIBITZ_JOBS=N`` limits the number of compilers that run at once.
- ``KIBITZ_COMPILE=0`` leaves the compiled half out: ``make`` installs the rest once, editable,
  and then builds in place, where only what changed is compiled again.
"""

import os
import pathlib

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG = os.environ.get("KIBITZ_DEBUG") == "1"
ANNOTATE = os.environ.get("KIBITZ_ANNOTATE") == "1"
NATIVE = os.environ.get("KIBITZ_NATIVE") == "1"
COMPILE = os.environ.get("KIBITZ_COMPILE") != "0"
JOBS = int(os.environ.get("KIBITZ_JOBS", os.cpu_count() or 1))

DIRECTIVES = {
    "language_level": 3,
    "embedsignature": True,
    "binding": True,
    "cdivision": True,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "initializedcheck": DEBUG,
    "nonecheck": False,  # needs the GIL, which kernels don't hold
}
# -ffp-contract=off: a fused multiply-add rounds once where two operations round twice, and
# the same seed must give the same result on every build of one platform.
# -w: warnings about C that Cython wrote help nobody; debug builds show them.
RELEASE_FLAGS = ["-O3", "-g0", "-w", "-fno-strict-aliasing", "-ffp-contract=off"]
DEBUG_FLAGS = ["-O0", "-g", "-ffp-contract=off"]


def module(path: pathlib.Path) -> str:
    return ".".join(path.with_suffix("").parts)


def extension(name: str, source: str) -> Extension:
    flags = list(DEBUG_FLAGS if DEBUG else RELEASE_FLAGS) + (["-march=native"] if NATIVE else [])
    macros = [("KIBITZ_DEBUG", "1" if DEBUG else "0")]
    # A change of flags here makes every module anew, as a change of its source does.
    return Extension(
        name,
        [source],
        extra_compile_args=flags,
        define_macros=macros,
        depends=["setup.py"],
    )


class ParallelBuild(build_ext):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or JOBS


def modules() -> list[Extension]:
    """The shared helpers of Cython, and one module a source."""
    sources = sorted(pathlib.Path("ext").rglob("*.pyx"))
    return cythonize(
        [extension("ext._cyutility", "ext/_cyutility.c")]
        + [extension(module(path), str(path)) for path in sources],
        shared_utility_qualified_name="ext._cyutility",
        compiler_directives=DIRECTIVES,
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        nthreads=JOBS,
        annotate=ANNOTATE,
        force=ANNOTATE,
    )


setup(ext_modules=modules() if COMPILE else [], cmdclass={"build_ext": ParallelBuild})
