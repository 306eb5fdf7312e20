//! Our own: Amazons as a contest, and our engine as a player in this process.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Instant;

use amazons::records::{GameResult, Manner, Record, RecordError, sgf};
use amazons::{Game, Move, Position};
use engine::{Answer, Clock, Engine, Event, Limits, OptionError, Score};
use game::PerColor;

use crate::contest::Contest;
use crate::control::{Allowance, Limit};
use crate::fault::{Fault, Unanswered};
use crate::openings::Opening;
use crate::player::{Choice, Line, Player, Source, Stop, Thought, Value};
use crate::record::{Ending, GameRecord};

impl Contest for Position {
    const UCI_VARIANT: &'static str = "amazons";

    fn uci_position(&self) -> String {
        if *self == Self::standard_start() {
            "startpos".to_owned()
        } else {
            format!("fen {}", self.to_text())
        }
    }

    fn uci_move(&self, Move { from, to, arrow }: Move) -> String {
        format!("{from}{to},{to}{arrow}")
    }

    /// The customary start of a board size by GTP's own commands; everything else, and rectangles
    /// where the engine knows only squares, by our command.
    fn gtp_setups(&self) -> Vec<Vec<String>> {
        let size = self.size();
        // GTP names the player with every move, so it does not matter who is first.
        let is_start =
            Self::start(size).is_some_and(|start| start.with_to_move(self.to_move()) == *self);
        let mut ways = Vec::new();
        if is_start {
            let size = if size.columns() == size.rows() {
                size.columns().to_string()
            } else {
                size.to_string()
            };
            ways.push(vec![format!("boardsize {size}"), "clear_board".to_owned()]);
        }
        ways.push(vec![format!("thermodon-setup {}", self.to_text())]);
        ways
    }

    fn write_record(game: &GameRecord, names: &[String], event: &str) -> String {
        match record(game, names, event) {
            Some(record) => sgf::write(&record),
            // Cannot be for a game that the referee let happen.
            None => String::new(),
        }
    }
}

/// The game with players, result and what was said about each move; `None` if its texts are none.
fn record(game: &GameRecord, names: &[String], event: &str) -> Option<Record> {
    let mut record = Record::new(Position::parse(&game.start).ok()?);
    let mut node = Record::ROOT;
    for text in &game.opening_moves {
        node = record.add_move(node, text.parse().ok()?).ok()?;
    }
    for played in &game.moves {
        node = record.add_move(node, played.text.parse().ok()?).ok()?;
        let annotations = record.annotations_mut(node);
        annotations.seconds = Some(played.milliseconds / 1e3);
        if let Some(Value::Estimate(hundredths)) = played.thought.value {
            annotations.evaluation = Some(hundredths as f64 / 100.0);
        }
    }
    let name = |player: usize| names.get(player).cloned().unwrap_or_default();
    let info = &mut record.info;
    info.players = PerColor::new(name(game.black), name(game.white));
    info.event = event.to_owned();
    info.result = game.result.color().map_or(GameResult::Unknown, |winner| {
        GameResult::won(winner, manner(&game.ending))
    });
    record.annotations_mut(Record::ROOT).comment = format!(
        "game {}, opening {} of {} moves, {}",
        game.game + 1,
        game.opening + 1,
        game.opening_moves.len(),
        game.reason()
    );
    Some(record)
}

fn manner(ending: &Ending) -> Manner {
    match ending {
        Ending::Rules | Ending::Proven => Manner::Plain,
        Ending::Resignation => Manner::Resignation,
        Ending::Fault(Fault::Time { .. }) => Manner::Time,
        Ending::Fault(_) => Manner::Forfeit,
    }
}

/// Reads openings from a text of games or positions in any notation: of each game the first `plies`
/// moves, or all if not said. What is already decided is left out.
///
/// # Errors
/// If the text is no game record.
pub fn read_openings(
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening<Position>>, RecordError> {
    let records = amazons::records::read(text)?;
    let openings = records.iter().filter_map(|record| {
        let moves = record
            .main_line()
            .take(plies.unwrap_or(usize::MAX))
            .collect();
        Opening::new(*record.start(), moves)
    });
    Ok(openings.collect())
}

/// Our engine, with options. It plays without an opening book unless an option names one: openings of a match are drawn, and who knows them by
/// heart shows nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct House {
    options: Vec<(String, String)>,
}

impl House {
    /// The engine with those options set.
    ///
    /// # Errors
    /// If the engine does not take one of them.
    pub fn new(options: Vec<(String, String)>) -> Result<Self, OptionError> {
        let mut engine = Engine::new();
        for (name, value) in &options {
            engine.set_option(name, value)?;
        }
        Ok(Self { options })
    }

    fn sets(&self, name: &str) -> bool {
        let mut names = self.options.iter().map(|(set, _)| set);
        names.any(|set| set.eq_ignore_ascii_case(name))
    }
}

impl Source<Position> for House {
    fn start(&self) -> Result<Box<dyn Player<Position>>, Fault> {
        let mut engine = Engine::new();
        let refused = |error: OptionError| Fault::Start(error.to_string());
        engine.set_option("Book", "none").map_err(refused)?;
        for (name, value) in &self.options {
            engine
                .set_option(name, value)
                .map_err(|error| Fault::Start(error.to_string()))?;
        }
        let takes_seed =
            !self.sets("Seed") && Engine::OPTIONS.iter().any(|option| option.is_named("Seed"));
        Ok(Box::new(InProcess { engine, takes_seed }))
    }

    fn description(&self) -> String {
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!(" {name}={value}"));
        format!("engine{}", options.collect::<String>())
    }
}

struct InProcess {
    engine: Engine,
    takes_seed: bool,
}

impl Player<Position> for InProcess {
    fn begin(&mut self, seed: u64, _: &Stop) -> Result<(), Unanswered> {
        if self.takes_seed {
            // 0 would mean another seed every time.
            let seed = (seed % u64::from(u32::MAX) + 1).to_string();
            let refused = |error: OptionError| Fault::Start(error.to_string());
            self.engine.set_option("Seed", &seed).map_err(refused)?;
        }
        self.engine.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Position>,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Choice<Move>, Unanswered> {
        let (sender, events) = mpsc::channel();
        let asked = Instant::now();
        let listener = move |event| {
            // Nobody listens any more once the time is over.
            let _ = sender.send((event, Instant::now()));
        };
        // Dropped at the end of this function, which stops the search if it still runs.
        let _search = self
            .engine
            .start(line.position(), limits(allowance), listener)
            .map_err(|error| Fault::Crash(error.to_string()))?;
        let deadline = asked + allowance.limit.duration();
        let mut thought = Thought::default();
        loop {
            if stop.is_set() {
                return Err(Unanswered::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match events.recv_timeout(left.min(Stop::GLANCE)) {
                Ok((Event::Info(info), _)) if info.rank == 1 => {
                    thought = Thought {
                        value: info.score.map(value),
                        depth: Some(info.depth),
                        nodes: Some(info.nodes),
                    };
                }
                Ok((Event::Info(_) | Event::Exact(_) | Event::Opening(_), _)) => {}
                Ok((Event::Answer(Answer { best_move, .. }), came)) => {
                    return Ok(Choice {
                        mv: best_move,
                        thought,
                        elapsed: came - asked,
                    });
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => break,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash("its search panicked".to_owned()).into());
                }
            }
        }
        Err(match allowance.limit {
            Limit::Time(limit) => Fault::Time { limit },
            Limit::Patience(patience) => Fault::Silence {
                question: "a move".to_owned(),
                patience,
            },
        }
        .into())
    }
}

fn limits(allowance: &Allowance) -> Limits {
    Limits {
        depth: allowance.depth,
        nodes: allowance.nodes,
        move_time: allowance.move_time,
        clocks: PerColor::from_fn(|color| {
            allowance.clocks[color].map(|clock| Clock {
                remaining: clock.remaining,
                increment: clock.increment,
                moves_to_go: None,
            })
        }),
        ..Limits::default()
    }
}

fn value(score: Score) -> Value {
    match score {
        // The engine's unit is a thousandth of the logarithm of the odds; as in UCI, a hundredth here.
        Score::Estimate(thousandths) => Value::Estimate(i64::from(thousandths) / 10),
        Score::Win { plies } => Value::WinIn(plies.div_ceil(2).into()),
        Score::Loss { plies } => Value::LossIn(plies.div_ceil(2).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_set_up_by_the_plainest_commands() {
        let first_way = |text: &str| Position::parse(text).unwrap().gtp_setups()[0].join("; ");
        assert_eq!(first_way("startpos"), "boardsize 10; clear_board");
        assert_eq!(first_way("6x6"), "boardsize 6; clear_board");
        assert_eq!(first_way("4x6"), "boardsize 4x6; clear_board");
        // Whoever is first: every move names its player.
        assert_eq!(
            first_way("1q2q1/q4q/6/6/Q4Q/1Q2Q1 b"),
            "boardsize 6; clear_board"
        );
        assert_eq!(first_way("x.o b"), "thermodon-setup q1Q b - - 0 1");
        assert_eq!(Position::parse("6x6").unwrap().gtp_setups().len(), 2);
    }

    #[test]
    fn openings_are_cut_and_those_without_a_fight_left_out() {
        let text = "6x6 moves b1-b2/b1 a5-a4/a5\nx#o b\n6x6 moves b1-b3/b1";
        let openings = read_openings(text, Some(1)).unwrap();
        let moves: Vec<_> = openings.iter().map(Opening::move_texts).collect();
        assert_eq!(moves, [["b1-b2/b1"], ["b1-b3/b1"]]);
        assert_eq!(read_openings(text, None).unwrap()[0].move_texts().len(), 2);
        assert!(read_openings("hello", None).is_err());
    }
}
