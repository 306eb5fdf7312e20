"""Settings of a training run, read from a TOML file.

Every number that shapes a run is a field here with its default, so a
configuration file only names what differs. An unknown key is an error: a
misspelt setting must not silently fall back to its default.
"""

import dataclasses
import tomllib
from dataclasses import dataclass, field


@dataclass
class NetworkShape:
    """Size of the network. Channels stay a multiple of 16 for vector units."""

    blocks: int = 6
    channels: int = 64
    embedding: int = 32
    value_channels: int = 32
    value_hidden: int = 64


@dataclass
class SearchSettings:
    """How a move is found. `value_scale` turns win probability into nats of policy.

    The second ply looks at `second_ply_replies` replies to each of the best
    `second_ply_children` candidates, the third at `third_ply_replies` answers to each of the best
    `third_ply_children` of those replies, and so the fourth. No children or no replies: the search ends before that ply.
    """

    candidates: int = 24
    value_scale: float = 50.0
    second_ply_children: int = 0
    second_ply_replies: int = 0
    third_ply_children: int = 0
    third_ply_replies: int = 0
    fourth_ply_children: int = 0
    fourth_ply_replies: int = 0

    @property
    def deeper_plies(self) -> list[tuple[int, int]]:
        """(children, replies to each) of every ply after the first."""
        plies = []
        for ply in ((self.second_ply_children, self.second_ply_replies),
                    (self.third_ply_children, self.third_ply_replies),
                    (self.fourth_ply_children, self.fourth_ply_replies)):
            if 0 in ply:
                break
            plies.append(ply)
        return plies

    @property
    def plies(self) -> int:
        """How far the search looks ahead."""
        return 1 + len(self.deeper_plies)

    @property
    def evaluations(self) -> int:
        """Boards that the network looks at for one move."""
        total, parents = 1 + self.candidates, 1
        for children, replies in self.deeper_plies:
            parents *= children
            total += parents * replies
        return total

    def check(self) -> None:
        """Refuses what no search can be made of."""
        if self.candidates < 1:
            raise ValueError("setting 'candidates' must be at least 1")
        if min(self.second_ply_children, self.second_ply_replies, self.third_ply_children,
               self.third_ply_replies, self.fourth_ply_children, self.fourth_ply_replies) < 0:
            raise ValueError("the settings of deeper plies must not be negative")


@dataclass
class SelfPlaySettings(SearchSettings):
    """How many games run at once, and how many start positions they draw from.

    In a share of the games one side is played by an older network.
    """

    games: int = 4096
    pool: int = 16384
    older_opponents: float = 0.0

    def check(self) -> None:
        super().check()
        if not 0.0 <= self.older_opponents <= 1.0:
            raise ValueError("setting 'older_opponents' is a share, from 0 to 1")


@dataclass
class StartSettings:
    """Mixture of start positions; the three shares are normalised."""

    standard: float = 0.70
    rectangle: float = 0.15
    irregular: float = 0.15
    smallest: int = 5
    largest: int = 10
    untouched: float = 0.5
    random_plies: int = 8
    burned_share: float = 0.3


@dataclass
class ReplaySettings:
    """Rows of the ring (one row = one ply of all games) and the sample kept for resuming."""

    rows: int = 1024
    rows_before_learning: int = 160
    saved_sample: int = 40000


@dataclass
class LearningSettings:
    """The learning rate decays with the root of total GPU minutes, so short runs add up."""

    compile: bool = True
    batch: int = 8192
    passes: float = 2.0
    learning_rate: float = 2e-3
    warmup_steps: int = 200
    full_rate_minutes: float = 4.0
    weight_decay: float = 0.01
    clip: float = 1.0
    average_decay: float = 0.998
    result_share: float = 0.75
    policy_weight: float = 1.0
    value_weight: float = 1.5
    margin_weight: float = 0.2
    ownership_weight: float = 0.5
    imitation_weight: float = 1.0  # counts only where there is a teacher

    def decay(self, minutes: float) -> float:
        """The share of the full learning rate after so many GPU minutes."""
        return min(1.0, self.full_rate_minutes / max(minutes, 1e-9)) ** 0.5


@dataclass
class LadderSettings:
    """Matches between checkpoints: games a match, and random plies that vary the openings."""

    games: int = 2048
    random_plies: int = 4


@dataclass
class Configuration:
    seed: int = 1
    network: NetworkShape = field(default_factory=NetworkShape)
    selfplay: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    starts: StartSettings = field(default_factory=StartSettings)
    replay: ReplaySettings = field(default_factory=ReplaySettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    ladder: LadderSettings = field(default_factory=LadderSettings)


def fill(target, table: dict, where: str = "") -> None:
    """Sets the fields that `table` names; `where` is the prefix of their names in complaints."""
    names = {f.name for f in dataclasses.fields(target)}
    for key, value in table.items():
        if key not in names:
            raise ValueError(f"unknown setting '{where}{key}'")
        current = getattr(target, key)
        if dataclasses.is_dataclass(current):
            if not isinstance(value, dict):
                raise ValueError(f"setting '{where}{key}' must be a table")
            fill(current, value, f"{where}{key}.")
        elif isinstance(current, float) and type(value) in (int, float):
            setattr(target, key, float(value))
        elif type(value) is type(current):
            setattr(target, key, value)
        else:
            raise ValueError(f"setting '{where}{key}' must be of type {type(current).__name__}")


def load_settings(path, target):
    """Reads a TOML file over the defaults that `target` holds."""
    with open(path, "rb") as file:
        fill(target, tomllib.load(file))
    return target


def load_configuration(path) -> Configuration:
    """Reads the settings of a run."""
    configuration = load_settings(path, Configuration())
    configuration.selfplay.check()
    return configuration


def vary_search(search: SearchSettings, text: str) -> SearchSettings:
    """The search with some settings changed, as in `candidates=32,value_scale=64`."""
    try:
        table = tomllib.loads(text.replace(",", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"'{text}' is not a list of settings such as candidates=32") from error
    names = [f.name for f in dataclasses.fields(SearchSettings)]
    varied = SearchSettings(**{name: getattr(search, name) for name in names})
    fill(varied, table)
    varied.check()
    return varied
