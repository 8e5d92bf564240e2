"""Can drawn digits be read, and are they copies? A classifier and a search for the nearest neighbour tell.

Both know the images that the model learned from. Real digits that were kept back go through the same, so
there is something to compare with. The classifier is a support vector machine, that of scikit-learn's example
"Recognizing hand-written digits", with gamma 0.001 for greys from 0 to 16: from −1 to 1 that is 8² · 0.001.
"""

from typing import Any

import numpy as np

from jaxlive import Cell, Table

GAMMA, C = 0.064, 10

Rows = tuple[Any, Any]
"""Images (count, 64) from −1 to 1 and their classes (count,)."""


def read_back(learned_from: Rows, others: dict[str, Rows]) -> Table:
    """How many of each kind are read as what they should be, and how far the nearest learned one is."""
    from sklearn.svm import SVC

    reader = SVC(gamma=GAMMA, C=C).fit(*learned_from)
    rows: list[list[Cell]] = []
    for name, (images, classes) in others.items():
        percent = 100 * float(reader.score(images, classes))
        rows.append([name, len(images), round(percent, 1), nearest(images, learned_from[0])])
    columns = ["digits", "count", "percent right", "to the nearest"]
    return Table(label="read back", columns=columns, rows=rows)


def nearest(images: Any, learned_from: Any) -> float:
    """Median of the distances to the nearest image learned from: 0 for copies."""
    from sklearn.neighbors import NearestNeighbors

    distances, _ = NearestNeighbors(n_neighbors=1).fit(learned_from).kneighbors(images)
    return round(float(np.median(distances)), 2)
