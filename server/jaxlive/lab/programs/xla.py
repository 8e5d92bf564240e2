"""What XLA tells while it works: the files that it dumps as it compiles, and the events of its profiler.

With stages.py and analyses.py, the place for what JAX's stability promise leaves out
(https://docs.jax.dev/en/latest/api_compatibility.html): names of options, of files and of events. Checked on
jax 0.8.3 and 0.10.2 (CPU); by XLA's sources the same on GPUs. What a version names otherwise is not found.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import jax
from jax.stages import Compiled, Lowered

DUMP_TO, AS_TEXT = "xla_dump_to", {"xla_dump_hlo_as_text": True}
EVERY_PASS = {"xla_dump_hlo_pass_re": ".+"}  # ".*" is special to XLA: only passes that report a change
PASS = re.compile(
    r"(?P<module>.+)\.(?P<number>\d{4})\.(?P<pipeline>.+?)\.after_(?P<name>.+?)(\.before_.+)?\.txt"
)
KERNELS = {
    "llvm": re.compile(r".+\.ir-with-opt\.ll"),
    "objects": re.compile(r".+\.obj-file\..+\.o"),
    "ptx": re.compile(r".+\.ptx"),
}
PEAK = re.compile(r"Live ranges at \d+ \(peak\):\n(?P<rows>(?:    \S.*\n)*)")
BUFFER = re.compile(r" *(?P<name>\S+?)\{[\d, ]*\}: (?P<bytes>\d+) bytes")
PHASES = {
    "HLO passes": re.compile(r"HLO passes .*\(.*\)"),
    "emit kernels": re.compile(r"ThunkEmitter::(EmitEntryComputation|ConsumeKernels)"),
    "LLVM": re.compile(r"JitCompiler::Compile"),
}
START = "pipeline-start"
BOOKKEEPING = ("end: ", "ThreadpoolListener::")


class Untold(Exception):
    """XLA or JAX does not tell this here; the message says why, in a sentence."""


class Dump(NamedTuple):
    """The text of a module after a pass, or with no name when a pipeline begins."""

    pipeline: str
    name: str | None
    text: str


class Told(NamedTuple):
    """An event of the profiler, in nanoseconds; `module` and `hlo` name the program and its instruction."""

    name: str
    start_ns: float
    duration_ns: float
    module: str | None
    hlo: str | None


class Trace(NamedTuple):
    """Events by thread or stream, and the whole trace as Perfetto reads it: gzip in base64."""

    threads: list[tuple[str, list[Told]]]
    profile: str | None


@contextmanager
def dumped(lowered: Lowered, *, passes: bool = False) -> Iterator[Path]:
    """The folder with what XLA dumps as it compiles, with a text after every pass if asked; deleted after.

    A folder of its own for each compilation makes its options new, so that no cache answers instead. Raises
    Untold where this XLA does not know the options.
    """
    with TemporaryDirectory() as folder:
        try:
            lowered.compile(compiler_options={DUMP_TO: folder, **AS_TEXT, **(EVERY_PASS if passes else {})})
        except RuntimeError as error:
            raise Untold(f"XLA can't write down here what it does: {str(error).splitlines()[0]}") from error
        yield Path(folder)


def passes(folder: Path) -> list[Dump]:
    """The texts after each pass over the module that has most of them, in the order the passes ran."""
    found = [(match, path) for path in folder.iterdir() if (match := PASS.fullmatch(path.name))]
    modules = [match["module"] for match, _ in found]
    main = max(modules, key=modules.count, default="")
    own = [(match["number"], match, path) for match, path in found if match["module"] == main]
    own.sort(key=itemgetter(0))
    texts = ((match["pipeline"], match["name"], path.read_text()) for _, match, path in own)
    return [Dump(pipeline, None if name == START else name, text) for pipeline, name, text in texts]


def kernels(folder: Path, kind: str) -> list[Path]:
    """The files with what the compiler makes of each kernel: `llvm`, `objects` or `ptx` (not checked)."""
    return sorted(path for path in folder.iterdir() if KERNELS[kind].fullmatch(path.name))


def peak_buffers(folder: Path) -> dict[str, int]:
    """Bytes by instruction, of all that lives when most memory is taken.

    Raises Untold where XLA does not tell; 0.8.3 does not.
    """
    texts = [path.read_text() for path in folder.glob("*-live-range.txt")]
    peak = next((found["rows"] for text in texts if (found := PEAK.search(text))), "")
    if not peak:
        raise Untold(f"XLA of JAX {jax.__version__} doesn't tell what lives at the peak: take 0.10 or newer")
    return {row["name"]: int(row["bytes"]) for row in BUFFER.finditer(peak)}


def traced(work: Callable[[], None]) -> Trace:
    """What the profiler tells while something runs, without Python's own calls.

    Raises Untold where this JAX has no such profiler, or the profiler cannot start.
    """
    if not hasattr(jax.profiler, "ProfileData"):
        raise Untold(f"JAX {jax.__version__} can't read its own profile: take 0.8.3 or newer")
    options = jax.profiler.ProfileOptions()
    options.python_tracer_level = 0
    options.host_tracer_level = 2
    with TemporaryDirectory() as folder:
        try:
            jax.profiler.start_trace(folder, profiler_options=options)
        except RuntimeError as error:
            raise Untold(f"The profiler doesn't start: {str(error).splitlines()[0]}") from error
        try:
            work()
        finally:
            jax.profiler.stop_trace()
        found = {path.suffix: path for path in Path(folder).rglob("*.*") if path.is_file()}
        threads = list(_threads(found[".pb"])) if ".pb" in found else []
        profile = b64encode(found[".gz"].read_bytes()).decode() if ".gz" in found else None
    return Trace(threads, profile)


def phases(trace: Trace) -> dict[str, float]:
    """Seconds that a compilation spent in each of its phases that the profiler names.

    Raises Untold where it names none. On jax 0.8.3 it does not name HLO's passes.
    """
    events = [one for _, told in trace.threads for one in told]
    found = {
        phase: sum(one.duration_ns for one in events if named.fullmatch(one.name)) * 1e-9
        for phase, named in PHASES.items()
    }
    told = {phase: seconds for phase, seconds in found.items() if seconds}
    if not told:
        raise Untold(f"The profiler of JAX {jax.__version__} names no phase of this compiler")
    return told


def _threads(path: Path) -> Iterator[tuple[str, list[Told]]]:
    """The events of each thread of the host and of each stream of a device, where there are any."""
    for plane in jax.profiler.ProfileData.from_file(str(path)).planes:
        for line in plane.lines:
            name = line.name if plane.name.startswith("/host:") else f"{plane.name} {line.name}"
            events = [_told(event) for event in line.events if not event.name.startswith(BOOKKEEPING)]
            if events:
                yield name, sorted(events, key=lambda event: (event.start_ns, -event.duration_ns))


def _told(event: Any) -> Told:
    stats = dict(event.stats)
    module, hlo = stats.get("hlo_module"), stats.get("hlo_op")
    return Told(event.name, event.start_ns, event.duration_ns, module and str(module), hlo and str(hlo))


def profiled(lowered: Lowered, platform: str) -> Compiled | None:
    """The program whose kernels a GPU's profile names one by one; None where every program is like this.

    Without this option a GPU gets many kernels as one command. Not checked on a GPU.
    """
    return (
        lowered.compile(compiler_options={"xla_gpu_enable_command_buffer": ""}) if platform == "gpu" else None
    )
