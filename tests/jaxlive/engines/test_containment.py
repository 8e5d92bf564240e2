"""Edited code that attacks: each run ends alone and says why, and nothing else is harmed."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import psutil
import pytest

from jaxlive.engines import containment
from jaxlive.engines.base import PROCESSES
from jaxlive.lab.declare.experiment import experiments
from jaxlive.runs.models import Run
from tests.forked import small_server
from tests.jaxlive.talk.test_live_code import TOKEN, ended
from tests.running import ROOT, RunningServer, wait_for

MEMORY = 1_500_000_000
EXPERIMENT = str(ROOT / "experiments" / "compilation" / "jit.py")
HELD = pytest.mark.skipif(
    containment.containment() != "bubblewrap", reason="bubblewrap is not installed here, or may not be used"
)
BODY = """@experiment(title="Echo", section="Faults", typical_seconds=0.01)
def echo(params: EchoParams) -> Iterator[Output]:
    import ctypes, os, signal, socket, subprocess, sys, time
    from pathlib import Path
{attack}
    yield Note(text=str(said))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the history lies, and a file of the user's."""
    folder = tmp_path_factory.mktemp("state")
    (folder / "diary").write_text("dear diary")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[RunningServer]:
    with small_server(
        live_code="true", token="secret", history=str(folder / "history.sqlite"), memory_limit=str(MEMORY),
        output_limit="4000000", run_timeout="8", start_timeout="60",
    ) as running:  # fmt: skip
        running.client.headers.update(TOKEN)
        running.client.post("/api/experiments/echo")
        yield running


def attempt(server: RunningServer, attack: str) -> Run:
    """The run of this code; a run of the file's own code goes well after it."""
    run = ended(server, experiment="echo", code=BODY.format(attack=indent(attack, "    ")))
    assert server.client.post("/api/experiments/echo").json()["status"] == "done"
    return run


def why(run: Run) -> str:
    """The problem of a run that failed, in one line."""
    assert run.problem, run.blocks
    return f"{run.status} {run.problem.type} {run.problem.title}: {run.problem.detail}"


KILL_PARENT = """
    os.kill(os.getppid(), signal.SIGKILL)
    said = 'sent'
"""


def restarts(server: RunningServer) -> str:
    """How many workers died or were killed so far, as the metrics say it."""
    lines = server.client.get("/metrics").text.splitlines()
    return next(line for line in lines if line.startswith("jaxlive_worker_restarts"))


BIG = "File too large|No space left"


@HELD
@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("while True: os.fork()", f"process-limit.*the limit is {PROCESSES}|memory-limit"),
        ("while True: subprocess.Popen(['sleep', '60'], start_new_session=True)", "process-limit"),
        ("while True: pass", "timed_out.*more than 8 s"),
        ("hoard = []\nwhile True: hoard.append(b'x' * 2**26)", "memory-limit.*the limit is 1,500,000,000"),
        ("while True: print('x' * 1000)", "output-limit|File too large"),
        ("Path('big').open('wb').write(b'x' * 2**27)", BIG),
        ("with open('big', 'wb') as file:\n    while True: file.write(b'x' * 2**20)", BIG),
        ("ctypes.string_at(0)", "worker-died.*SIGSEGV"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "worker-died.*SIGKILL"),
        ("os._exit(3)", "worker-died.*exit code 3"),
        (f"Path({EXPERIMENT!r}).unlink()", "Read-only file system|Permission"),
        (f"Path({str(ROOT / 'README.md')!r}).unlink()", "FileNotFoundError"),
        ("Path('/usr/bin/env').unlink()", "Read-only file system"),
        ("said = os.environ['JAXLIVE_TOKEN']", "KeyError"),
        ("socket.create_connection(('127.0.0.1', {port}), 2)", "refused|unreachable"),
        ("socket.create_connection(('192.0.2.1', 80), 2)", "unreachable"),
        ("socket.getaddrinfo('example.org', 80)", "gaierror"),
        ("socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))", "unreachable"),
    ],
)  # fmt: skip
def test_an_attack_ends_as_a_failed_run_with_its_reason(
    server: RunningServer, attack: str, words: str
) -> None:
    port = server.url.rpartition(":")[2]
    run = attempt(server, attack.replace("{port}", port))
    assert re.search(words, why(run)), why(run)


@HELD
@pytest.mark.parametrize("name", ["diary", "history.sqlite"])
def test_the_users_files_are_out_of_sight(server: RunningServer, folder: Path, name: str) -> None:
    assert (folder / name).exists()
    run = attempt(server, f"said = Path({str(folder / name)!r}).read_bytes()")
    assert "FileNotFoundError" in why(run)


@HELD
def test_killing_the_parent_reaches_nobody(server: RunningServer) -> None:
    before = restarts(server)
    run = ended(server, experiment="echo", code=BODY.format(attack=KILL_PARENT))
    assert run.status in {"done", "failed"}
    assert server.client.post("/api/experiments/echo").json()["status"] == "done"
    assert server.process.poll() is None
    assert restarts(server) == before


@HELD
def test_it_sees_its_own_processes_and_an_empty_folder(server: RunningServer) -> None:
    attack = "said = [os.getcwd(), os.listdir('.'), len([p for p in os.listdir('/proc') if p.isdecimal()])]"
    (note,) = attempt(server, attack).blocks
    assert "['/tmp/run', [], 2]" in note.model_dump_json()


@HELD
def test_it_inherits_no_descriptor_of_the_server(server: RunningServer) -> None:
    attack = "said = sorted({str(fd.resolve()) for fd in Path('/proc/self/fd').iterdir()})"
    (note,) = attempt(server, attack).blocks
    text = note.model_dump_json()
    assert text.count("socket:") + text.count("pipe:") == 3  # stdin, stdout, stderr
    assert "sqlite" not in text


@HELD
def test_nothing_is_left_behind(server: RunningServer) -> None:
    attempt(server, "subprocess.Popen(['sleep', '9876'], start_new_session=True)\nsaid = 1")

    def sleeping() -> bool:
        lines = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
        return any("9876" in line for line in lines)

    wait_for(lambda: not sleeping(), 10)


def test_without_bubblewrap_the_limits_hold_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with small_server(live_code="true", token="secret", run_timeout="20") as server:
        server.client.headers.update(TOKEN)
        assert server.client.get("/api/health").json()["containment"] == "limits"
        source = experiments()["jaxpr"].source.code
        assert ended(server, experiment="jaxpr", code=f"{source}\n# more").status == "done"
        run = attempt(server, "said = open('/tmp/jaxlive-big', 'wb').write(b'x' * 2**27)")
        Path("/tmp/jaxlive-big").unlink()
        assert "File too large" in why(run)
        assert "KeyError" in why(attempt(server, "said = os.environ['JAXLIVE_TOKEN']"))


def test_processor_time_is_limited() -> None:
    spin = "from jaxlive.worker_start import limit; limit(1, 1)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", spin], cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGXCPU


def test_secrets_of_the_environment_stay_out() -> None:
    given = {"AWS_SECRET": "x", "JAXLIVE_TOKEN": "y", "PATH": "/bin", "XLA_FLAGS": "z", "HOME": "/root"}
    kept = containment.environment(given)
    assert {"AWS_SECRET", "JAXLIVE_TOKEN"} & kept.keys() == set()
    assert (kept["PATH"], kept["XLA_FLAGS"], kept["HOME"]) == ("/bin", "z", containment.FOLDER)
