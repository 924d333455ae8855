"""Names of chunks that stay the same while their text does.

In:  the texts of chunks, and what produced them.
Out: one id each.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence


def chunk_ids(texts: Sequence[str], made_by: Mapping[str, object]) -> list[str]:
    """A hash of each text and of what made the chunks; equal texts are numbered.

    >>> first, second = chunk_ids(["Same.", "Same."], {})
    >>> second == first + "-2"
    True
    """
    recipe = json.dumps(made_by, sort_keys=True, default=str).encode()
    seen: Counter[str] = Counter()
    ids = []
    for text in texts:
        digest = hashlib.blake2b(recipe, digest_size=12)
        digest.update(text.encode("utf-8", "surrogatepass"))
        name = digest.hexdigest()
        seen[name] += 1
        ids.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return ids
