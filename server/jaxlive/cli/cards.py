"""The settings in which the deck shows an experiment, and the recordings' names for them."""

from collections.abc import Iterable

from jaxlive.cli.slides import Card, Deck, Unreadable
from jaxlive.lab.declare.experiment import Experiment, Params
from jaxlive.runs.admission import check, find
from jaxlive.runs.errors import UnknownName


def check_names(deck: Deck, experiments: dict[str, Experiment]) -> None:
    """Raise Unreadable for slides that name experiments which do not exist."""
    unknown = []
    for slide in deck.slides:
        names = [*(card.name for card in slide.runs), *(claim.of for claim in slide.claims)]
        for name in dict.fromkeys(names):
            try:
                find(experiments, name)
            except UnknownName as error:
                unknown.append(f"{slide.place}: {error}")
    if unknown:
        raise Unreadable("; ".join(unknown))


def settings(experiment: Experiment, shown: Iterable[Card]) -> list[Params]:
    """The default parameters, then those of cards that pin others; each once."""
    pinned = [check(experiment, card.pinned) for card in shown if card.name == experiment.name]
    return list(dict.fromkeys([experiment.params(), *pinned]))


def file_name(experiment: Experiment, params: Params) -> str:
    """EXPERIMENT.json for the default parameters, else with what differs: xla.matrix_size-1000.json."""
    changed = params.model_dump(exclude_defaults=True).items()
    return ".".join([experiment.name, *(f"{name}-{value}" for name, value in changed), "json"])
