//! `kinds/match`: learned costs and other extensions against plain search.

use std::time::Duration;

use arena::statistics::{EloEstimate, Pentanomial, elo_to_score};
use learning::move_costs::with_move_costs;
use search::alpha_beta::{AlphaBetaParameters, SingularExtension};
use search::{AlphaBeta, Depth, SearchLimits};
use shogi::{Evaluation, MoveKindSet, Position};

use super::shogi_games::{play_shogi_pair, player};
use crate::games::{MatchScore, random_opening};
use crate::prelude::*;

/// A search variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Variant {
    name: String,
    /// Set of kinds: several, drop, capture, check, piece or captured.
    kinds: String,
    /// Costs in plies; 1 for kinds that are not listed.
    costs: Vec<f64>,
    /// Late-move reductions.
    #[serde(default)]
    reduces_late_moves: bool,
    /// Singular extensions.
    #[serde(default)]
    extends_singular_moves: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    #[serde(rename = "ways")]
    variants: Vec<Variant>,
    /// Game pairs per variant and limit.
    pairs: usize,
    /// Game pairs per unit.
    #[serde(rename = "pairs_at_once")]
    batch: usize,
    /// Expanded nodes per move.
    nodes: u64,
    /// Time per move.
    milliseconds: u64,
    opening_plies: usize,
    /// Games are drawn after this many plies.
    #[serde(rename = "longest")]
    max_plies: usize,
}

/// What is equal for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EqualLimit {
    Nodes,
    Time,
}

/// Game pairs and games by result.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PairScore {
    pairs: Pentanomial,
    wins: u64,
    draws: u64,
    losses: u64,
}

fn variant(name: &str, kinds: &str, costs: &[f64]) -> Variant {
    Variant {
        name: name.to_owned(),
        kinds: kinds.to_owned(),
        costs: costs.to_vec(),
        reduces_late_moves: false,
        extends_singular_moves: false,
    }
}

/// Default variants (`--set ways=…` for others).
fn default_variants() -> Vec<Variant> {
    vec![
        // Evasion, check, losing, capture, promotion, drop, other.
        variant(
            "the paper's example",
            "several",
            &[1.0, 0.5, 1.2, 0.7, 1.0, 1.0, 1.0],
        ),
        variant("half a ply for checks and evasions", "several", &[0.5, 0.5]),
        variant("captures 0.75, others 1.1", "capture", &[0.75, 1.1]),
        Variant {
            reduces_late_moves: true,
            ..variant("late-move reductions", "several", &[])
        },
        Variant {
            extends_singular_moves: true,
            ..variant("singular extensions", "several", &[])
        },
    ]
}

type Condition = (Variant, EqualLimit);

/// Match of search variants against plain search.
pub const COST_MATCH: Experiment<Config, Condition, PairScore> = Experiment {
    info: ExperimentInfo {
        id: "kinds/match",
        title: "Costs by kind of move against plain search",
        reference: "beyond the paper, which plays no match",
        description: "Searches with costs by kind of move, late-move reductions and singular extensions against plain alpha-beta \
                      with the same evaluation, at equal nodes and at equal time, from random openings with both colors. Learned \
                      costs are played with --set ways=….",
    },
    config: |scale| Config {
        variants: default_variants(),
        pairs: scale.pick(2, 200),
        batch: scale.pick(1, 2),
        nodes: 300,
        milliseconds: 20,
        opening_plies: 4,
        max_plies: 300,
    },
    grid: |config| {
        Grid::product(&config.variants, &[EqualLimit::Nodes, EqualLimit::Time])
            .repeat_batches(config.pairs, config.batch)
    },
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, Condition>) -> Result<PairScore, BoxError> {
    let (variant, equal) = unit.condition;
    let kinds = parse_kinds(&variant.kinds)?;
    let config = unit.config;
    let new_players = || {
        [variant.parameters(kinds), AlphaBetaParameters::full_width()].map(|parameters| {
            let searcher = AlphaBeta::new(Evaluation::new())
                .with_memory_limit(1 << 20)
                .with_parameters(parameters);
            let limits = match equal {
                EqualLimit::Nodes => SearchLimits::nodes(config.nodes),
                EqualLimit::Time => SearchLimits::time(Duration::from_millis(config.milliseconds)),
            };
            player(searcher, limits)
        })
    };
    let mut score = PairScore::default();
    for _ in 0..unit.batch(config.pairs, config.batch) {
        let start = random_opening(&Position::start(), config.opening_plies, unit.rng)?;
        let start = start.with_move_kinds(kinds);
        score.add_pair(play_shogi_pair(&start, config.max_plies, new_players)?);
    }
    Ok(score)
}

fn results(config: &Config, groups: &Groups<'_, Condition, PairScore>) -> Results {
    let mut rows = Vec::new();
    for variant in &config.variants {
        for equal in [EqualLimit::Nodes, EqualLimit::Time] {
            let mut sum = PairScore::default();
            for score in groups.samples_of(&(variant.clone(), equal)) {
                sum.add(score);
            }
            rows.push((variant, equal, sum));
        }
    }
    let table = ResultTable::over("Against plain search", rows)
        .column("variant", |row| row.0.name.clone())
        .column("costs", |row| {
            let costs: Vec<String> = row.0.costs.iter().map(|cost| format!("{cost:.2}")).collect();
            format!("{} {}", row.0.kinds, costs.join(" "))
        })
        .column("equal", |row| match row.1 {
            EqualLimit::Nodes => "nodes",
            EqualLimit::Time => "time",
        })
        .column("games", |row| row.2.games())
        .column("wins", |row| row.2.wins)
        .column("draws", |row| row.2.draws)
        .column("losses", |row| row.2.losses)
        .estimate("score, %", 1, |row| row.2.percent())
        .estimate("Elo", 0, |row| row.2.elo().map(Into::into))
        .note(&format!(
            "{} expanded nodes per move, or {} ms; openings of {} random plies with both colors; games are drawn after {} \
             plies. 95 % intervals over pairs.",
            config.nodes, config.milliseconds, config.opening_plies, config.max_plies
        ));
    Results::new([table])
}

impl Variant {
    fn parameters(&self, kinds: MoveKindSet) -> AlphaBetaParameters {
        let plain = AlphaBetaParameters::full_width();
        let base = AlphaBetaParameters {
            late_move_reduction: match self.reduces_late_moves {
                true => AlphaBetaParameters::default().late_move_reduction,
                false => plain.late_move_reduction,
            },
            singular_extension: self.extends_singular_moves.then_some(SingularExtension {
                min_depth: Depth::from_plies(3),
                margin: Evaluation::PAWN_MILLILOGITS,
            }),
            ..plain
        };
        with_move_costs(&kinds.index_range(), &self.costs, base)
    }
}

impl PairScore {
    fn add_pair(&mut self, pair: MatchScore) {
        self.wins += u64::from(pair.wins);
        self.draws += u64::from(pair.draws);
        self.losses += u64::from(pair.losses);
        self.pairs.add((2 * pair.wins + pair.draws) as usize);
    }

    fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::new(&self.pairs)
    }

    fn percent(&self) -> Option<IntervalEstimate> {
        let elo = self.elo()?;
        let score = IntervalEstimate {
            value: elo.score,
            low: elo_to_score(elo.elo_low),
            high: elo_to_score(elo.elo_high),
        };
        Some(score.to_percent())
    }
}

fn parse_kinds(name: &str) -> Result<MoveKindSet, BoxError> {
    Ok(match name {
        "several" => MoveKindSet::Combined,
        "drop" => MoveKindSet::Drop,
        "capture" => MoveKindSet::Capture,
        "check" => MoveKindSet::Check,
        "piece" => MoveKindSet::Piece,
        "captured" => MoveKindSet::Captured,
        _ => {
            let known = "several, drop, capture, check, piece or captured";
            return Err(format!("unknown kinds {name:?}: expected {known}").into());
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::frame::testing::{results, sample};

    #[test]
    fn a_pair_is_played_and_counted() {
        let mut config = (COST_MATCH.config)(Scale::Small);
        config.nodes = 2;
        config.max_plies = 40;
        config.milliseconds = 1;
        config.variants.truncate(2);
        assert_eq!((COST_MATCH.grid)(&config).unit_count(), 8);
        let score = sample(&COST_MATCH, &config, 1, 1);
        assert_eq!(score.games(), 2);
        assert_eq!(score.pairs.pairs(), 1);
        let results = results(&COST_MATCH, &config, &BTreeMap::from([(1, score)]));
        let games: Vec<String> = results.tables[0]
            .rows
            .iter()
            .map(|row| row[3].to_string())
            .collect();
        assert_eq!(games, ["0", "0", "2", "0"]);
    }

    #[test]
    fn unknown_kinds_are_rejected() {
        let error = parse_kinds("castling").unwrap_err().to_string();
        assert!(error.starts_with("unknown kinds \"castling\""), "{error}");
    }
}
