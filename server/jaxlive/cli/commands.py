"""The commands: one for each experiment, made from its parameters, and those for many and for serving."""

import asyncio
import os
import sys
from collections.abc import Callable
from inspect import Parameter as Argument
from inspect import Signature
from pathlib import Path
from typing import Annotated, Any

import httpx
from cyclopts import App, Parameter
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from jaxlive.cli.execute import Refused, local, machine, remote
from jaxlive.cli.many import record, run_all
from jaxlive.cli.new import new
from jaxlive.cli.notebook import notebook
from jaxlive.cli.predictions import predictions
from jaxlive.cli.preflight import preflight
from jaxlive.cli.session import session
from jaxlive.cli.show import FAILED, MISUSED, SUCCESS, show
from jaxlive.cli.slides import Unreadable
from jaxlive.cli.sweep import sweep
from jaxlive.lab.declare.experiment import Experiment, Params, experiments
from jaxlive.project import BadTalk, project
from jaxlive.runs.admission import check
from jaxlive.runs.errors import JaxliveError
from jaxlive.settings import Settings
from jaxlive.web.auth import TO_BE_MADE
from jaxlive.web.serve import CannotServe, read_settings
from jaxlive.web.serve import serve as serve_until_stopped


def cli() -> None:
    """Run the command line; exit code 0 only when every run is done."""
    try:
        app = application()
        if sys.argv[1:2] != ["new"]:  # that has nothing to do with a talk around it
            add_experiments(app)
        code = app(sys.argv[1:])
    except (Refused, JaxliveError, CannotServe, Unreadable, BadTalk) as error:
        print(error, file=sys.stderr)
        code = MISUSED
    except httpx.HTTPError as error:
        print(f"The server doesn't answer ({error or type(error).__name__}): check --server", file=sys.stderr)
        code = FAILED
    sys.exit(code or SUCCESS)


def application() -> App:
    """The commands that are there for any talk."""
    app = App(
        name="jaxlive", help=f"{project().title}: run every experiment of the talk.", version_flags=(),
        result_action="return_value",
    )  # fmt: skip
    app.command(new)
    app.command(serve)
    app.command(record)
    app.command(predictions)
    app.command(run_all, name="all")
    app.command(preflight)
    app.command(sweep)
    app.command(notebook)
    app.command(session)
    return app


def add_experiments(app: App) -> None:
    """Add a command for each experiment, grouped by section."""
    for experiment in experiments().values():
        app.command(
            command(experiment), name=experiment.name, group=experiment.section, help=experiment.summary
        )


def serve(*args: Any, **kwargs: Any) -> None:
    """Serve the talk and the API. Each option is also an environment variable, named in brackets."""
    given = SERVE.bind(*args, **kwargs).arguments
    token = {"token": TO_BE_MADE} if given.pop("make_token", False) else {}
    serve_until_stopped(read_settings(**given, **token))


def _setting(name: str, field: FieldInfo) -> Argument:
    """The option of a setting; without it the environment decides, then the default."""
    default = "" if field.default in (None, [], PydanticUndefined) else f" (default: {field.default})"
    text = f"{field.description}{default} [JAXLIVE_{name.upper()}]"
    annotation = Annotated[field.annotation | None, Parameter(help=text, negative=())]  # type: ignore[name-defined]
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=annotation)


_MAKE_TOKEN = Annotated[
    bool, Parameter(help="make a token for the presenter and print the address with it", negative=())
]
# The token itself is no option: every user of a machine can list the options of its processes.
SERVE = Signature([
    Argument("make_token", Argument.KEYWORD_ONLY, default=False, annotation=_MAKE_TOKEN),
    *(_setting(name, field) for name, field in Settings.model_fields.items() if name != "token"),
])  # fmt: skip
serve.__signature__ = SERVE  # type: ignore[attr-defined]


def command(experiment: Experiment) -> Callable[..., int]:
    """The command of an experiment: its parameters as options, the variant as argument.

    A parameter that can name data on this machine has an option for their folder too: the worker gets it by
    its environment, as no parameter may hold a path.
    """
    schema = experiment.params.model_json_schema()["properties"]
    options = [_option(name, field, schema[name]) for name, field in experiment.params.model_fields.items()]
    options.sort(key=lambda option: option.kind)
    folders = {f"{name}_dir": field["directory"] for name, field in schema.items() if "directory" in field}
    signature = Signature([*options, *map(_folder, folders), *COMMON])

    def run(*args: Any, **kwargs: Any) -> int:
        params = signature.bind(*args, **kwargs).arguments
        json, server = params.pop("json", None), params.pop("server", None)
        for option in folders.keys() & params.keys():
            _use_folder(params, option, folders[option], server)
        return asyncio.run(_run(experiment, check(experiment, params), json, server))

    run.__signature__ = signature  # type: ignore[attr-defined]
    return run


_JSON = Annotated[Path | None, Parameter(help="Write the run as JSON to this file.")]
_SERVER = Annotated[str | None, Parameter(help="Run on the server at this address, over REST.")]
COMMON = [
    Argument("json", Argument.KEYWORD_ONLY, default=None, annotation=_JSON),
    Argument("server", Argument.KEYWORD_ONLY, default=None, annotation=_SERVER),
]


def _option(name: str, field: FieldInfo, schema: dict[str, Any]) -> Argument:
    kind = Argument.POSITIONAL_OR_KEYWORD if name == "variant" else Argument.KEYWORD_ONLY
    bounds = f"{schema['minimum']:,} to {schema['maximum']:,}" if "minimum" in schema else ""
    parts = (field.description, bounds, schema.get("unit"))
    text = " ".join(part for part in parts if part)
    annotation = Annotated[field.annotation, Parameter(help=text)]  # type: ignore[name-defined]
    return Argument(name, kind, default=field.default, annotation=annotation)


def _folder(name: str) -> Argument:
    help_ = Parameter(help="Folder with the data, on this machine.")
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[Path | None, help_])


def _use_folder(params: dict[str, Any], option: str, use: dict[str, str], server: str | None) -> None:
    """Take the folder out of the parameters: the value that reads from it, and the variable that names it."""
    folder = params.pop(option)
    if server:
        raise Refused(f"--server can't read a folder of this machine: set {use['variable']} where it runs")
    params.setdefault(option.removesuffix("_dir"), use["value"])
    os.environ[use["variable"]] = str(folder.resolve())


async def _run(experiment: Experiment, params: Params, json: Path | None, server: str | None) -> int:
    if server:
        run = await show(remote(server, experiment.name, params.model_dump()))
    else:
        async with machine() as services:
            run = await show(local(services, experiment, params))
    if json:
        json.write_text(run.model_dump_json(indent=1))
    return SUCCESS if run.status == "done" else FAILED
