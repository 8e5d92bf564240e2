"""The edits of this talk: what the presenter has typed in place of regions, for all windows."""

from jaxlive.runs.bus import Bus, Entry
from jaxlive.runs.events import EditMoved
from jaxlive.runs.history import History


class Edits:
    """Edited code by experiment, kept with the runs."""

    def __init__(self, history: History, bus: Bus):
        self._history, self._bus = history, bus

    def all(self) -> dict[str, str]:
        """Those that stand now."""
        return self._history.edits()

    def put(self, experiment: str, code: str | None) -> None:
        """Take an edit, or None to be rid of it, and tell all windows."""
        self._history.save_edit(experiment, code)
        event = EditMoved(experiment=experiment, code=code)
        self._bus.publish(Entry(event.type, event.model_dump_json()))

    def clear(self) -> None:
        """Throw all away."""
        for experiment in self.all():
            self.put(experiment, None)
