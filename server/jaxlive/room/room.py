"""The parts of the room, connected."""

from pathlib import Path

from jaxlive.room.pairing import Remotes
from jaxlive.room.phones import Phones
from jaxlive.room.predictions import Predictions
from jaxlive.room.remote import RemoteControl
from jaxlive.runs.bus import Bus
from jaxlive.runs.history import History
from jaxlive.talk.presenter import Presenter


class Room:
    """Predictions, the phones that vote, and those that steer."""

    def __init__(self, deck: Path, history: History, bus: Bus, presenter: Presenter):
        self.predictions = Predictions(history, bus)
        self.phones = Phones(deck, presenter, self.predictions, bus)
        self.remotes = Remotes()
        self.control = RemoteControl(deck, presenter, self.predictions, history, bus)
