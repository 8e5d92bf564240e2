"""A Ray cluster on this machine, in a process of its own, as Ray forks: `python -m tests.cluster 2`.

It prints its address; a line on stdin kills a node, the end of stdin all of them.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.running import ROOT


@dataclass(frozen=True)
class RunningCluster:
    address: str
    process: "subprocess.Popen[str]"

    def kill_node(self) -> None:
        """Have the youngest node die."""
        assert self.process.stdin
        assert self.process.stdout
        print(file=self.process.stdin, flush=True)
        assert self.process.stdout.readline()


@contextmanager
def running_cluster(nodes: int) -> Iterator[RunningCluster]:
    """So many nodes with a processor each."""
    command = [sys.executable, "-m", "tests.cluster", str(nodes)]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout
        assert process.stdin
        yield RunningCluster(process.stdout.readline().strip(), process)
        process.stdin.close()


def main() -> None:
    """Keep a cluster."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(int(sys.argv[1]) - 1):
        cluster.add_node(num_cpus=1)
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(list(cluster.worker_nodes)[-1], allow_graceful=False)
        print("killed", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
