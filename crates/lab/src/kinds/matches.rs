//! `kinds/match`: learned costs, and other ways to look deeper here than there, against plain search.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::statistics::{Estimate as Elo, PairCounts};
use engine::RandomNumbers;
use game::{Color, Outcome};
use learning::costs::charging;
use search::alpha_beta::{Parameters, Singular};
use search::{AlphaBeta, Depth, Limits};
use serde::{Deserialize, Serialize};
use shogi::{Evaluation, Kinds, Move};

use super::games::{Side, opening, play};
use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};
use crate::intervals::Estimate;

/// The match.
pub struct AgainstPlain;

/// A way to look deeper here than there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Way {
    name: String,
    /// The list of kinds: several, drop, capture, check, piece or captured.
    kinds: String,
    /// What they cost, in plies; one ply for those that are not said.
    costs: Vec<f64>,
    /// Whether late moves are first searched less deep.
    #[serde(default)]
    reduces_late_moves: bool,
    /// Whether a move that stands alone is searched a ply deeper.
    #[serde(default)]
    extends_singular_moves: bool,
}

/// How much is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    ways: Vec<Way>,
    /// The pairs of games that each plays, on equal nodes and again on equal time.
    pairs: usize,
    /// Those of a unit.
    pairs_at_once: usize,
    /// The positions whose moves each lists for a move.
    nodes: u64,
    /// The milliseconds of a move, where time is equal.
    milliseconds: u64,
    opening_plies: usize,
    longest: usize,
}

/// Pairs, and games by result.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Games {
    pairs: PairCounts,
    won: u64,
    drawn: u64,
    lost: u64,
}

/// What is the same for both.
const TERMS: [&str; 2] = ["nodes", "time"];

fn way(name: &str, kinds: &str, costs: &[f64]) -> Way {
    Way {
        name: name.to_owned(),
        kinds: kinds.to_owned(),
        costs: costs.to_vec(),
        reduces_late_moves: false,
        extends_singular_moves: false,
    }
}

/// The ways that are compared unless said otherwise (`--set ways=…`).
fn ways() -> Vec<Way> {
    vec![
        // In the order of the list: evasion, check, losing, capture, promotion, drop, other.
        way(
            "the paper's example",
            "several",
            &[1.0, 0.5, 1.2, 0.7, 1.0, 1.0, 1.0],
        ),
        way("half a ply for checks and evasions", "several", &[0.5, 0.5]),
        way("captures 0.75, others 1.1", "capture", &[0.75, 1.1]),
        Way {
            reduces_late_moves: true,
            ..way("late-move reductions", "several", &[])
        },
        Way {
            extends_singular_moves: true,
            ..way("singular extensions", "several", &[])
        },
    ]
}

impl Settings {
    fn parts(&self) -> usize {
        self.pairs.div_ceil(self.pairs_at_once.max(1))
    }

    /// What a unit is: the way, and what is the same for both.
    fn unit(&self, index: usize) -> (usize, usize) {
        let ways = self.ways.len().max(1);
        (index % ways, index / ways % TERMS.len())
    }

    fn limits(&self, terms: usize) -> Limits<Move> {
        match terms {
            0 => Limits::nodes(self.nodes),
            _ => Limits::time(Duration::from_millis(self.milliseconds)),
        }
    }
}

impl Experiment for AgainstPlain {
    const ABOUT: About = About {
        id: "kinds/match",
        title: "Costs by kind of move against plain search",
        paper: "beyond the paper, which plays no match",
        shows: "Searches that charge costs by kind of move, late-move reductions and singular extensions against plain alpha-beta with the same evaluation: at equal \
                nodes and at equal time, openings of random plies with both colours. What was learned is played with --set ways=….",
    };
    type Settings = Settings;
    type Unit = Games;

    fn settings(&self, scale: Scale) -> Settings {
        let (pairs, pairs_at_once) = match scale {
            Scale::Small => (2, 1),
            Scale::Paper => (200, 2),
        };
        Settings {
            ways: ways(),
            pairs,
            pairs_at_once,
            nodes: 300,
            milliseconds: 20,
            opening_plies: 4,
            longest: 300,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.ways.len() * TERMS.len() * settings.parts()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        mut numbers: RandomNumbers,
    ) -> Result<Games, Failure> {
        let (which, terms) = settings.unit(index);
        let way = settings.ways.get(which).ok_or("there is no such way")?;
        let kinds = kinds_of(&way.kinds)?;
        let left =
            settings.pairs - index / settings.ways.len() / TERMS.len() * settings.pairs_at_once;
        let mut games = Games::default();
        for _ in 0..left.min(settings.pairs_at_once) {
            let start = opening(settings.opening_plies, &mut numbers).with_kinds(kinds);
            let mut half_points = 0;
            for us in Color::ALL {
                let side = |parameters| Side {
                    searcher: Box::new(searcher(parameters)),
                    limits: settings.limits(terms),
                };
                let mut ours = side(way.parameters(kinds));
                let mut plain = side(Parameters::plain());
                let (black, white) = match us {
                    Color::Black => (&mut ours, &mut plain),
                    Color::White => (&mut plain, &mut ours),
                };
                let outcome = play(&start, black, white, settings.longest, |_, _, _| {})?;
                half_points += games.count(outcome, us);
            }
            games.pairs.add(half_points);
        }
        Ok(games)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Games>) -> Findings {
        let mut table = Table::new(
            "Against plain search",
            &[
                "way",
                "costs",
                "equal",
                "games",
                "won",
                "drawn",
                "lost",
                "points, %",
                "Elo",
            ],
            &format!(
                "{} positions expanded a move, or {} ms; openings of {} random plies, each with both colours; a game is drawn after {} plies. \
                 Intervals of 95 % over pairs.",
                settings.nodes, settings.milliseconds, settings.opening_plies, settings.longest
            ),
        );
        for (which, way) in settings.ways.iter().enumerate() {
            for (terms, name) in TERMS.iter().enumerate() {
                let mut sum = Games::default();
                let own = units
                    .iter()
                    .filter(|(unit, _)| settings.unit(**unit) == (which, terms));
                own.for_each(|(_, games)| sum.add(games));
                let costs: Vec<String> =
                    way.costs.iter().map(|cost| format!("{cost:.2}")).collect();
                let mut row = vec![
                    Cell::from(way.name.as_str()),
                    Cell::Text(format!("{} {}", way.kinds, costs.join(" "))),
                    Cell::from(*name),
                ];
                row.extend(sum.cells());
                table.rows.push(row);
            }
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

impl Way {
    fn parameters(&self, kinds: Kinds) -> Parameters {
        let plain = Parameters::plain();
        let base = Parameters {
            late_move_reduction: match self.reduces_late_moves {
                true => Parameters::default().late_move_reduction,
                false => plain.late_move_reduction,
            },
            singular: self.extends_singular_moves.then_some(Singular {
                least_depth: Depth::plies(3),
                margin: Evaluation::PAWN,
            }),
            ..plain
        };
        charging(&kinds.places(), &self.costs, base)
    }
}

impl Games {
    /// Counts a game; its half points.
    fn count(&mut self, outcome: Outcome, us: Color) -> usize {
        match outcome.score_for(us) {
            1 => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        (outcome.score_for(us) + 1) as usize
    }

    fn add(&mut self, more: &Self) {
        for (to, more) in self.pairs.0.iter_mut().zip(more.pairs.0) {
            *to += more;
        }
        self.won += more.won;
        self.drawn += more.drawn;
        self.lost += more.lost;
    }

    fn cells(&self) -> Vec<Cell> {
        let elo = Elo::of(&self.pairs);
        let games = self.won + self.drawn + self.lost;
        let points = elo.map(|elo| {
            let of_elo = |elo: f64| 100.0 * arena::statistics::score_of_elo(elo);
            Estimate {
                value: 100.0 * elo.score,
                low: of_elo(elo.elo_low),
                high: of_elo(elo.elo_high),
            }
        });
        let elo = elo.map(|elo| Estimate {
            value: elo.elo,
            low: elo.elo_low,
            high: elo.elo_high,
        });
        let mut cells: Vec<Cell> = [games, self.won, self.drawn, self.lost]
            .map(Cell::Count)
            .to_vec();
        cells.push(Cell::measured(points, 1));
        cells.push(Cell::measured(elo, 0));
        cells
    }
}

fn searcher(parameters: Parameters) -> AlphaBeta<Evaluation> {
    AlphaBeta::new(Evaluation::new())
        .with_memory(1 << 20)
        .with_parameters(parameters)
}

/// The list of that name.
fn kinds_of(name: &str) -> Result<Kinds, Failure> {
    Ok(match name {
        "several" => Kinds::Several,
        "drop" => Kinds::Drop,
        "capture" => Kinds::Capture,
        "check" => Kinds::Check,
        "piece" => Kinds::Piece,
        "captured" => Kinds::Captured,
        _ => {
            return Err(format!(
                "there is no list {name:?}: there are several, drop, capture, check, piece and captured"
            )
            .into());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_played_and_shown() {
        let mut settings = Experiment::settings(&AgainstPlain, Scale::Small);
        settings.nodes = 2;
        settings.longest = 40;
        settings.milliseconds = 1;
        settings.ways.truncate(2);
        assert_eq!(Experiment::units(&AgainstPlain, &settings), 8);
        let unit = AgainstPlain
            .measure(&settings, 1, RandomNumbers::from_seed(1))
            .unwrap();
        assert_eq!(unit.won + unit.drawn + unit.lost, 2);
        assert_eq!(unit.pairs.pairs(), 1);
        let findings = AgainstPlain.findings(&settings, &BTreeMap::from([(1, unit)]));
        let games: Vec<String> = findings.tables[0]
            .rows
            .iter()
            .map(|row| row[3].text())
            .collect();
        assert_eq!(games, ["0", "0", "2", "0"]);
    }

    #[test]
    fn a_list_that_does_not_exist_is_refused() {
        let error = kinds_of("castling").unwrap_err().to_string();
        assert!(
            error.starts_with("there is no list \"castling\""),
            "{error}"
        );
    }
}
