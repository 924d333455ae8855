"""The rows of a run into benchmarks/reproduction.json and the tables of the page.

In:  the rows that ``bench paper`` measured into the folder of a run.
Out: the same rows beside the benchmarks, the paper's tables on the page.

The tables are written once, from all rows of the run, so that they never mix two runs.

    python benchmarks/publish_rows.py build/reproduce/rows.json
"""

import argparse
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.campaign import in_order
from embed_kcpd.evaluation.page_parts import write_parts
from embed_kcpd.evaluation.paper import page_parts
from embed_kcpd.evaluation.rows import read_rows, rows_as_json
from embed_kcpd.files import write_atomically

PUBLISHED = Path(__file__).parent / "reproduction.json"


def publish(source: Path, page: Path | None, published: Path = PUBLISHED) -> int:
    """Write rows and tables; how many rows there are."""
    rows = in_order(read_rows(source))
    if not rows:
        raise InputError(f"{source} holds no rows to publish")
    write_atomically(published, rows_as_json(rows))
    if page is not None:
        write_parts(page, page_parts(rows))
    return len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=Path, help="the rows of a run")
    parser.add_argument("--write-docs", type=Path, help="the page whose tables are replaced")
    chosen = parser.parse_args()
    try:
        count = publish(chosen.rows, chosen.write_docs)
    except InputError as error:
        parser.error(str(error))
    print(f"{count} rows")


if __name__ == "__main__":
    main()
