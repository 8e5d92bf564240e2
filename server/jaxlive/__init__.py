"""The engine of a talk whose claims can be clicked: what an experiment imports from it.

It brings JAX and no package of the web. Rarer instruments are in `jaxlive.lab`.
"""

from jaxlive.lab.declare.blocks import (
    Append,
    Axis,
    Cell,
    Compile,
    Cost,
    Heatmap,
    Image,
    Note,
    Passes,
    Point,
    Printed,
    Program,
    Ratio,
    Row,
    Series,
    Table,
    Timeline,
    Timings,
    Values,
)
from jaxlive.lab.declare.experiment import Output, Params, experiment, region
from jaxlive.lab.declare.values import printed, raises, values
from jaxlive.lab.measure.roofline import Work
from jaxlive.lab.measure.timing import compare, first_call_s, last, median_s
from jaxlive.lab.measure.variants import (
    Array,
    Variant,
    current_platform,
    eager,
    jitted,
    numpy,
    pytorch,
    torch_problem,
)
from jaxlive.lab.programs.kernels import machine_code
from jaxlive.lab.programs.passes import passes
from jaxlive.lab.programs.stages import compilations, operations, programs
from jaxlive.lab.programs.timelines import timeline

__all__ = [
    "Append", "Array", "Axis", "Cell", "Compile", "Cost", "Heatmap", "Image", "Note", "Output", "Params",
    "Passes", "Point", "Printed", "Program", "Ratio", "Row", "Series", "Table", "Timeline", "Timings",
    "Values", "Variant", "Work", "compare", "compilations", "current_platform", "eager", "experiment",
    "first_call_s", "jitted", "last", "machine_code", "median_s", "numpy", "operations", "passes", "printed",
    "programs", "pytorch", "raises", "region", "timeline", "torch_problem", "values",
]  # fmt: skip
