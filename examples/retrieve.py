"""Files to chunks to a vector store to answers, and the update after an edit.  Runs offline.

    pip install duckdb
    python examples/retrieve.py examples/garden.txt "How does a colony of bees survive the winter?"

DuckDB is the vector store: one file, no server, exact cosine similarities.
"""

import sys

import duckdb
import numpy as np

from embed_kcpd.chunks import ChunkSettings, chunk_documents, rechunk
from embed_kcpd.encoders import default_encoder
from embed_kcpd.readers import read

SETTINGS = ChunkSettings(max_tokens=400, encoder=default_encoder())
TABLE = """
CREATE TABLE chunks (
    source VARCHAR, id VARCHAR, text VARCHAR, vector FLOAT[], PRIMARY KEY (source, id)
)
"""
NEAREST = """
SELECT source, text, list_cosine_similarity(vector, $question::FLOAT[]) AS similarity
FROM chunks ORDER BY similarity DESC LIMIT $count
"""


def filled(paths, path=":memory:"):
    """A store with the chunks of these files, and the chunks themselves by file."""
    store = duckdb.connect(path)
    store.execute(TABLE)
    chunked = {}
    for chunks in chunk_documents((read(path) for path in paths), SETTINGS):
        add(store, chunks, [each.id for each in chunks])
        chunked[chunks.source] = chunks
    return store, chunked


def add(store, chunks, ids):
    """Store the chunks with these ids."""
    rows = [
        (chunks.source, each.id, each.text, each.embedding.tolist())
        for each in chunks
        if each.id in set(ids)
    ]
    if rows:
        store.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?)", rows)


def answers(store, question, count=3):
    """The chunks nearest to a question: source, text, similarity."""
    vector = np.asarray(SETTINGS.encoder.encode([question])[0], dtype=float).tolist()
    return store.execute(NEAREST, {"question": vector, "count": count}).fetchall()


def update(store, old, text):
    """Change the store to the edited text; only chunks that the edit touches change."""
    revision = rechunk(old, text, settings=SETTINGS)
    for name in revision.deleted:
        store.execute("DELETE FROM chunks WHERE source = ? AND id = ?", [old.source, name])
    add(store, revision.chunks, revision.added)
    return revision


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python examples/retrieve.py FILE... QUESTION")
    *files, asked = sys.argv[1:]
    stored, by_file = filled(files)
    for source, text, similarity in answers(stored, asked):
        print(f"{similarity:.2f}  {source}\n      {' '.join(text.split())}\n")
    name, first = next(iter(by_file.items()))
    changed = update(stored, first, first.text.replace("a single queen", "one single queen"))
    print(
        f"After an edit of {name}: {len(changed.added)} chunks added, "
        f"{len(changed.deleted)} deleted, {len(changed.kept)} kept."
    )
