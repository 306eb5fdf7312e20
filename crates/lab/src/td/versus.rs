//! Two sets of weights play each other.

use std::sync::Arc;
use std::time::Duration;

use amazons::Position;
use arena::control::Tolerance;
use arena::house::House;
use arena::schedule::Pairing;
use arena::statistics::PairCounts;
use arena::{Contestant, Match, Openings, Stop, TimeControl};
use engine::RandomNumbers;
use evaluation::Weights;
use serde::{Deserialize, Serialize};

use crate::experiment::Failure;

/// How they play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Terms {
    /// Where games begin.
    pub(super) position: String,
    /// The positions that each looks at for a move; none for no limit.
    pub(super) nodes: Option<u64>,
    /// The milliseconds that each has for a move; none for no limit.
    pub(super) milliseconds: Option<u64>,
    /// The random moves that every pair of games begins with.
    pub(super) random_plies: usize,
    /// Parameters of the search that are not the engine's.
    pub(super) parameters: String,
}

/// The engine's margins and bonuses are in logits, as its own weights are. Weights of another scale, such as unlearned
/// ones, would be searched otherwise, and worse, for that reason alone: so there are none here, as in the paper.
const WITHOUT_SCALE: &str = "futility_base=20000;reverse_base=20000;killer_bonus=0;history_bonus=0";

impl Terms {
    /// So many nodes a move on 10×10.
    pub(super) fn nodes(nodes: u64) -> Self {
        Self {
            position: "startpos".to_owned(),
            nodes: Some(nodes),
            milliseconds: None,
            random_plies: 2,
            parameters: WITHOUT_SCALE.to_owned(),
        }
    }

    /// In words.
    pub(super) fn text(&self) -> String {
        match (self.nodes, self.milliseconds) {
            (Some(nodes), None) => format!("{} nodes a move", plot::format_number(nodes as f64, 0)),
            (None, Some(time)) => format!("{} ms a move", plot::format_number(time as f64, 0)),
            (nodes, time) => format!("{nodes:?} nodes and {time:?} ms a move"),
        }
    }
}

/// How many pairs of games the first won with how many half points; each pair is one opening, played with both
/// colours.
pub(super) fn play(
    weights: [&Weights; 2],
    terms: &Terms,
    pairs: usize,
    mut numbers: RandomNumbers,
) -> Result<PairCounts, Failure> {
    let folder = tempfile::tempdir()?;
    let start = amazons::notation::parse_position(&terms.position)?;
    let control = TimeControl {
        nodes: terms.nodes,
        move_time: terms.milliseconds.map(Duration::from_millis),
        ..TimeControl::default()
    };
    let contestant = |name: &str, weights: &Weights| -> Result<Contestant<Position>, Failure> {
        let file = folder.path().join(name);
        std::fs::write(&file, weights.to_string())?;
        let options = [
            ("Player", "alpha-beta"),
            ("Hash", "4"),
            // The same on every machine.
            ("EndgameTable", "built-in"),
            ("ExactEndgames", "off"),
            ("Parameters", &terms.parameters),
            ("WeightsFile", &file.display().to_string()),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Contestant {
            name: name.to_owned(),
            source: Arc::new(House::new(options.to_vec())?),
            control,
        })
    };
    let [first, second] = weights;
    let plan = Match {
        contestants: vec![contestant("first", first)?, contestant("second", second)?],
        pairing: Pairing::RoundRobin,
        rounds: pairs,
        openings: Openings::Random {
            start,
            plies: terms.random_plies,
        },
        seed: numbers.next_bits(),
        tolerance: Tolerance {
            // A machine that others use as well must not decide games.
            margin: Duration::from_secs(60),
            ..Tolerance::default()
        },
        sprt: None,
        concurrency: 1,
    };
    let conclusion = arena::run(&plan, None, &Stop::default(), |_, _| {})?;
    Ok(conclusion.standings.pairs(0, 1))
}
