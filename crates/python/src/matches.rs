//! Matches between engines in this process; see `thermodon.match`.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use amazons::{Game, Position};
use arena::statistics::{Decision, EloEstimate};
use arena::{
    BuiltinEngine, GameRecord, Match, MatchResult, MatchStatus, Opening, OpeningSource, Pairing,
    Participant, SprtProgress, StopToken, TimeControl,
};
use pyo3::prelude::*;

use crate::board::notation_error;
use crate::convert::duration;
use crate::errors::ErrorClass;
use crate::interrupt;

/// Settings of a match, from a dict.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct MatchSettings {
    engines: Vec<EngineSettings>,
    rounds: usize,
    start: String,
    random_plies: usize,
    openings: Option<Vec<Vec<String>>>,
    sprt: Option<String>,
    gauntlet: bool,
    seed: u64,
    concurrency: usize,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct EngineSettings {
    name: String,
    options: Vec<(String, String)>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl MatchSettings {
    fn into_match(self) -> PyResult<Match<Position>> {
        for (name, number) in [("rounds", self.rounds), ("concurrency", self.concurrency)] {
            if !(1..=1_000_000).contains(&number) {
                return Err(ErrorClass::Option
                    .error(format!("invalid {name} {number}: expected 1 to 1000000")));
            }
        }
        let participants = self
            .engines
            .into_iter()
            .map(EngineSettings::into_participant);
        let participants = participants.collect::<PyResult<Vec<_>>>()?;
        let start = Position::parse(&self.start).map_err(notation_error)?;
        let openings = match self.openings {
            None => OpeningSource::Random {
                start,
                plies: self.random_plies,
            },
            Some(openings) => {
                let openings = openings.iter().map(|moves| opening(start, moves));
                OpeningSource::List(openings.collect::<PyResult<_>>()?)
            }
        };
        let sprt = self.sprt.map(|text| text.parse()).transpose();
        let plan = Match {
            pairing: if self.gauntlet {
                Pairing::Gauntlet
            } else {
                Pairing::RoundRobin
            },
            seed: self.seed,
            sprt: sprt.map_err(|error| ErrorClass::Option.error(error))?,
            concurrency: self.concurrency,
            ..Match::new(participants, openings, self.rounds)
        };
        plan.check()
            .map_err(|error| ErrorClass::Option.error(error))?;
        Ok(plan)
    }
}

impl EngineSettings {
    fn into_participant(self) -> PyResult<Participant<Position>> {
        let Self { name, options, .. } = self;
        let engine = BuiltinEngine::new(options)
            .map_err(|error| ErrorClass::Option.error(format!("{name}: {error}")))?;
        let move_time = self.time.map(|time| duration("time", time)).transpose()?;
        if move_time.is_none() && self.nodes.is_none() && self.depth.is_none() {
            return Err(ErrorClass::Option.error(format!(
                "{name} has no limit: expected time, nodes or depth"
            )));
        }
        Ok(Participant {
            name,
            factory: Arc::new(engine),
            time_control: TimeControl {
                move_time,
                nodes: self.nodes,
                depth: self.depth,
                ..TimeControl::default()
            },
        })
    }
}

fn opening(start: Position, moves: &[String]) -> PyResult<Opening<Position>> {
    let mut position = start;
    let mut played = Vec::new();
    for text in moves {
        let mv = position.parse_move(text).map_err(notation_error)?;
        position.play(mv);
        played.push(mv);
    }
    Opening::new(start, played).ok_or_else(|| {
        let moves = moves.join(" ");
        ErrorClass::Option.error(format!("the opening {moves:?} decides the game"))
    })
}

/// A finished game, as fields of `MatchGame`.
#[derive(IntoPyObject)]
struct GameFields {
    number: usize,
    black: String,
    white: String,
    winner: Option<&'static str>,
    termination: String,
    start: String,
    moves: Vec<String>,
    opening_plies: usize,
}

impl GameFields {
    fn new(record: &GameRecord, names: &[String]) -> Self {
        let moves = record.opening_moves.iter().cloned();
        let played = record.moves.iter().map(|played| played.mv.clone());
        Self {
            number: record.game,
            black: names[record.black].clone(),
            white: names[record.white].clone(),
            winner: record.winner.map(|winner| match winner {
                amazons::Color::Black => "black",
                amazons::Color::White => "white",
            }),
            termination: record.termination_text(),
            start: record.start.clone(),
            moves: moves.chain(played).collect(),
            opening_plies: record.opening_moves.len(),
        }
    }
}

#[derive(IntoPyObject)]
pub struct MatchFields {
    status: &'static str,
    wins_draws_losses: (usize, usize, usize),
    elo: Option<EloFields>,
    sprt: Option<SprtFields>,
    ratings: Vec<RatingFields>,
}

#[derive(IntoPyObject)]
struct EloFields {
    elo: f64,
    low: f64,
    high: f64,
    normalized: f64,
    los: f64,
    pairs: u64,
    score: f64,
}

#[derive(IntoPyObject)]
struct SprtFields {
    decision: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    pairs: u64,
}

#[derive(IntoPyObject)]
struct RatingFields {
    name: String,
    elo: f64,
    error: f64,
    games: u64,
    points: f64,
}

impl From<EloEstimate> for EloFields {
    fn from(estimate: EloEstimate) -> Self {
        Self {
            elo: estimate.elo,
            low: estimate.elo_low,
            high: estimate.elo_high,
            normalized: estimate.normalized_elo,
            los: estimate.los,
            pairs: estimate.pairs,
            score: estimate.score,
        }
    }
}

impl From<&SprtProgress> for SprtFields {
    fn from(progress: &SprtProgress) -> Self {
        let (lower, upper) = progress.sprt().bounds();
        Self {
            decision: match progress.decision() {
                Decision::Continue => "continue",
                Decision::AcceptH0 => "h0",
                Decision::AcceptH1 => "h1",
            },
            llr: progress.llr(),
            lower,
            upper,
            pairs: progress.pairs(),
        }
    }
}

impl MatchFields {
    fn new(result: &MatchResult, names: &[String]) -> Self {
        let standings = &result.standings;
        let [wins, draws, losses] = standings.wins_draws_losses(0, 1);
        let ratings = standings.ratings().into_iter().map(|rating| RatingFields {
            name: names[rating.player].clone(),
            elo: rating.elo,
            error: rating.error,
            games: rating.games,
            points: rating.points,
        });
        Self {
            status: match result.status {
                MatchStatus::Complete => "complete",
                MatchStatus::Decided(_) => "decided",
                MatchStatus::Stopped => "stopped",
            },
            wins_draws_losses: (wins, draws, losses),
            elo: EloEstimate::new(&standings.pairs(0, 1)).map(EloFields::from),
            sprt: standings.sprt_progress().map(SprtFields::from),
            ratings: ratings.collect(),
        }
    }
}

/// Plays a match; see `thermodon.match.play_match`. `on_game` receives the fields of every game.
#[pyfunction]
pub fn play_match(
    py: Python<'_>,
    settings: MatchSettings,
    on_game: &Bound<'_, PyAny>,
) -> PyResult<MatchFields> {
    let plan = py.detach(|| settings.into_match())?;
    let participants = plan.participants.iter();
    let names: Vec<String> = participants.map(|one| one.name.clone()).collect();
    let stop = StopToken::default();
    let work = |games: Sender<GameFields>| {
        arena::run(&plan, None, &stop, |record, _| {
            // The receiver outlives the match.
            let _ = games.send(GameFields::new(record, &names));
        })
    };
    let report = |_: Python<'_>, game: GameFields| on_game.call1((game,)).map(drop);
    let result = interrupt::run(py, || stop.stop(), work, report)?;
    let result = result.map_err(|error| ErrorClass::Engine.error(error))?;
    Ok(MatchFields::new(&result, &names))
}
