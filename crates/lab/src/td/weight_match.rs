//! Matches between two sets of weights.

use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use arena::BuiltinEngine;
use arena::statistics::{EloEstimate, Pentanomial};
use arena::time_control::Timeouts;
use arena::{Match, OpeningSource, Participant, StopToken, TimeControl};
use evaluation::TermWeights;

use super::training::RUNS_DIR;
use crate::prelude::*;

/// How a match is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WeightMatchConfig {
    /// Start position.
    pub(super) position: String,
    /// Nodes per move; no limit if `None`.
    pub(super) nodes: Option<u64>,
    /// Time per move; no limit if `None`.
    pub(super) milliseconds: Option<u64>,
    /// Random moves at the start of every game pair.
    pub(super) random_plies: usize,
    /// Engine option `Parameters`.
    pub(super) parameters: String,
}

/// Parameters of matches between the weights of training runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchesConfig {
    /// Directory of the training runs.
    #[serde(rename = "courses")]
    pub(super) runs_dir: String,
    /// Game pairs per condition.
    pub(super) pairs: usize,
    /// Game pairs per unit.
    #[serde(rename = "pairs_at_once")]
    pub(super) batch: usize,
    #[serde(rename = "terms")]
    pub(super) match_config: WeightMatchConfig,
}

impl MatchesConfig {
    pub(super) fn new(scale: Scale, pairs: usize) -> Self {
        Self {
            runs_dir: format!("{RUNS_DIR}/{scale}"),
            pairs,
            batch: 10,
            match_config: WeightMatchConfig::with_nodes(100),
        }
    }

    /// Conditions of the match.
    pub(super) fn note(&self) -> String {
        format!(
            "openings of {} random plies with both colors; 95 % intervals, those of Elo over pairs.",
            self.match_config.random_plies
        )
    }
}

/// No margins and bonuses: the engine's are in logits, as its own weights are, so weights of
/// another scale would be searched differently, and worse, for that reason alone.
const NO_MARGINS: &str = "futility_base=20000;reverse_base=20000;killer_bonus=0;history_bonus=0";

impl WeightMatchConfig {
    /// A node limit on 10×10.
    pub(super) fn with_nodes(nodes: u64) -> Self {
        Self {
            position: "startpos".to_owned(),
            nodes: Some(nodes),
            milliseconds: None,
            random_plies: 2,
            parameters: NO_MARGINS.to_owned(),
        }
    }

    pub(super) fn limit_text(&self) -> String {
        match (self.nodes, self.milliseconds) {
            (Some(nodes), None) => {
                format!("{} nodes per move", plot::format_number(nodes as f64, 0))
            }
            (None, Some(time)) => format!("{} ms per move", plot::format_number(time as f64, 0)),
            (nodes, time) => format!("{nodes:?} nodes and {time:?} ms per move"),
        }
    }
}

/// Plays the game pairs of a unit, each from one opening with colors swapped; counts are of the
/// first weights.
pub(super) fn play_match<K>(
    weights: [&TermWeights; 2],
    unit: Unit<'_, MatchesConfig, K>,
) -> Result<Pentanomial, BoxError> {
    let config = &unit.config.match_config;
    let dir = tempfile::tempdir()?;
    let start = amazons::notation::parse_position(&config.position)?;
    let control = TimeControl {
        nodes: config.nodes,
        move_time: config.milliseconds.map(Duration::from_millis),
        ..TimeControl::default()
    };
    let contestant =
        |name: &str, weights: &TermWeights| -> Result<Participant<Position>, BoxError> {
            let file = dir.path().join(name);
            std::fs::write(&file, weights.to_string())?;
            let options = [
                ("Player", "alpha-beta"),
                ("Hash", "4"),
                // The same on every machine.
                ("EndgameTable", "built-in"),
                ("ExactEndgames", "off"),
                ("Parameters", &config.parameters),
                ("WeightsFile", &file.display().to_string()),
            ];
            let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
            Ok(Participant {
                name: name.to_owned(),
                factory: Arc::new(BuiltinEngine::new(options.to_vec())?),
                time_control: control,
            })
        };
    let [first, second] = weights;
    let participants = vec![contestant("first", first)?, contestant("second", second)?];
    let openings = OpeningSource::Random {
        start,
        plies: config.random_plies,
    };
    let rounds = unit.batch(unit.config.pairs, unit.config.batch);
    let plan = Match {
        seed: unit.rng.next_u64(),
        timeouts: Timeouts {
            // A busy machine must not decide games.
            time_margin: Duration::from_secs(60),
            ..Timeouts::default()
        },
        ..Match::new(participants, openings, rounds)
    };
    let conclusion = arena::run(&plan, None, &StopToken::default(), |_, _| {})?;
    Ok(conclusion.standings.pairs(0, 1))
}

/// Number of games.
pub(super) fn games(counts: &Pentanomial) -> usize {
    2 * counts.pairs() as usize
}

/// Number of wins; no game of Amazons is drawn.
pub(super) fn wins(counts: &Pentanomial) -> usize {
    let games = games(counts);
    let wins = (counts.score() * games as f64).round() as usize;
    if games == 0 { 0 } else { wins.min(games) }
}

/// Adds the columns games, wins, wins in percent and Elo.
pub(super) fn with_score_columns<R>(
    table: crate::frame::TableBuilder<R>,
    counts: impl Fn(&R) -> Pentanomial,
) -> crate::frame::TableBuilder<R> {
    table
        .column("games", |row| games(&counts(row)))
        .column("wins", |row| wins(&counts(row)))
        .estimate("wins, %", 1, |row| {
            let counts = counts(row);
            percent(wins(&counts), games(&counts))
        })
        .estimate("Elo", 0, |row| {
            EloEstimate::new(&counts(row)).map(Into::into)
        })
}
