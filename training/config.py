"""Configuration of a training run, read from a TOML file.

Every parameter is a field with its default, so a file only names what differs.
Unknown keys are errors.
"""

import dataclasses
import re
import tomllib
from dataclasses import dataclass, field

# Keys of configuration files written before they were renamed.
_RENAMED = {
    "learning": "optimizer", "ladder": "ratings", "older_opponents": "past_opponent_fraction",
    "untouched": "no_random_plies_share", "rows_before_learning": "min_rows",
    "saved_sample": "snapshot_positions", "passes": "samples_per_position", "batch": "batch_size",
    "clip": "grad_clip", "average_decay": "ema_decay", "result_share": "result_weight",
    "imitation_weight": "distillation_weight", "scratch": "from_scratch", "grown": "widened",
    "earlier": "resume_dir", "grown_rate": "widened_lr_factor", "pool": "start_pool_size",
}
_OLD_PLIES = [(f"{name}_ply_children", f"{name}_ply_replies") for name in ("second", "third", "fourth")]
_DROPPED = {"full_rate_minutes"}  # of the former schedule


@dataclass
class NetworkConfig:
    """Size of the network. `channels` must be a multiple of 16."""

    blocks: int = 6
    channels: int = 64
    embedding: int = 32
    value_channels: int = 32
    value_hidden: int = 64
    attention_every: int = 0  # attention among the amazons after every so many blocks; 0: none


@dataclass
class SearchConfig:
    """Search of one move. `value_scale` converts win probability to nats of policy.

    `plies` lists the plies after the first as (children, replies): the best `children` moves of
    the ply before are searched over the `replies` likeliest replies to each.
    """

    candidates: int = 24
    value_scale: float = 50.0
    plies: list = field(default_factory=list)

    @property
    def depth(self) -> int:
        return 1 + len(self.plies)

    @property
    def evaluations(self) -> int:
        """Network evaluations per move."""
        total, parents = 1 + self.candidates, 1
        for children, replies in self.plies:
            parents *= children
            total += parents * replies
        return total

    def validate(self) -> None:
        if self.candidates < 1:
            raise ValueError("'candidates' must be at least 1")
        if not all(isinstance(ply, list | tuple) and len(ply) == 2
                   and all(type(n) is int and n >= 1 for n in ply) for ply in self.plies):
            raise ValueError("'plies' must be a list of [children, replies], each at least 1")


@dataclass
class SelfPlayConfig(SearchConfig):
    """`past_opponent_fraction`: share of games in which a past network plays one side."""

    games: int = 4096
    start_pool_size: int = 16384
    past_opponent_fraction: float = 0.0

    def validate(self) -> None:
        super().validate()
        if not 0.0 <= self.past_opponent_fraction <= 1.0:
            raise ValueError("'past_opponent_fraction' must be between 0 and 1")


@dataclass
class StartConfig:
    """Mixture of start positions; the three shares are normalised."""

    standard: float = 0.70
    rectangle: float = 0.15
    irregular: float = 0.15
    smallest: int = 5
    largest: int = 10
    no_random_plies_share: float = 0.5
    random_plies: int = 8
    burned_share: float = 0.3


@dataclass
class ReplayConfig:
    """Size of the replay buffer in rows (one ply of all games each)."""

    rows: int = 1024
    min_rows: int = 160  # before the first learning step
    snapshot_positions: int = 40000  # sample saved for the next run


@dataclass
class OptimizerConfig:
    """Learning steps and weights of the losses."""

    compile: bool = True
    batch_size: int = 8192
    samples_per_position: float = 2.0
    learning_rate: float = 2e-3
    warmup_steps: int = 200
    weight_decay: float = 0.01
    grad_clip: float = 1.0
    ema_decay: float = 0.998
    result_weight: float = 0.75  # of the game's result in the value target; the rest is the search value
    policy_weight: float = 1.0
    value_weight: float = 1.5
    margin_weight: float = 0.2
    ownership_weight: float = 0.5
    distillation_weight: float = 1.0  # only where there is a teacher


@dataclass
class RatingConfig:
    """Matches between checkpoints: games per match, random plies of each opening."""

    games: int = 2048
    random_plies: int = 4


@dataclass
class TrainingConfig:
    seed: int = 1
    network: NetworkConfig = field(default_factory=NetworkConfig)
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    starts: StartConfig = field(default_factory=StartConfig)
    replay: ReplayConfig = field(default_factory=ReplayConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    ratings: RatingConfig = field(default_factory=RatingConfig)


def _rename_old_keys(table: dict, names: set) -> dict:
    """Current names for the keys of older files."""
    table = {key if key in names else _RENAMED.get(key, key): value
             for key, value in table.items() if key not in _DROPPED}
    old = [(table.pop(children, 0), table.pop(replies, 0)) for children, replies in _OLD_PLIES]
    if any(map(any, old)):
        end = next((i for i, ply in enumerate(old) if 0 in ply), len(old))
        table["plies"] = [list(ply) for ply in old[:end]]
    return table


def update_from(target, table: dict, where: str = "") -> None:
    """Overrides fields from `table`; `where` prefixes key names in error messages."""
    names = {f.name for f in dataclasses.fields(target)}
    for key, value in _rename_old_keys(table, names).items():
        if key not in names:
            raise ValueError(f"unknown key '{where}{key}'")
        current = getattr(target, key)
        if dataclasses.is_dataclass(current):
            if not isinstance(value, dict):
                raise ValueError(f"'{where}{key}' must be a table")
            update_from(current, value, f"{where}{key}.")
        elif isinstance(current, float) and type(value) in (int, float):
            setattr(target, key, float(value))
        elif type(value) is type(current):
            setattr(target, key, value)
        else:
            raise ValueError(f"'{where}{key}' must be of type {type(current).__name__}")


def load_toml(path, target):
    """Reads a TOML file over the defaults in `target`."""
    with open(path, "rb") as file:
        update_from(target, tomllib.load(file))
    return target


def load_config(path=None) -> TrainingConfig:
    """Reads a run's configuration; defaults without a path."""
    config = load_toml(path, TrainingConfig()) if path else TrainingConfig()
    config.selfplay.validate()
    return config


def override_search(search: SearchConfig, text: str) -> SearchConfig:
    """Search configuration with overrides, such as `candidates=32,plies=[[6, 8]]`."""
    try:
        table = tomllib.loads(re.sub(r",\s*(?=\w+\s*=)", "\n", text))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"'{text}' is not a list of keys such as candidates=32") from error
    names = [f.name for f in dataclasses.fields(SearchConfig)]
    changed = SearchConfig(**{name: getattr(search, name) for name in names})
    update_from(changed, table)
    changed.validate()
    return changed
