//! One game: asks the players in turn, keeps their clocks, and believes nobody.

use game::{Color, Game, Outcome, PerColor};

use crate::control::{Clock, TimeControl, Tolerance};
use crate::fault::{Fault, Unanswered, excerpt};
use crate::openings::Opening;
use crate::player::{Choice, Line, Player, Stop};
use crate::record::{Ending, GameRecord, PlayedMove};
use crate::schedule::Assignment;

/// The players of a game and how long each may think.
pub struct Table<'a, G: Game> {
    /// Who sits where.
    pub players: PerColor<&'a mut Box<dyn Player<G>>>,
    /// What limits each.
    pub controls: PerColor<TimeControl>,
    /// How much waiting is done beyond that.
    pub tolerance: Tolerance,
}

/// How a game came out.
struct Verdict {
    outcome: Outcome,
    ending: Ending,
}

impl Verdict {
    fn against(loser: Color, ending: Ending) -> Self {
        Self {
            outcome: Outcome::Win(!loser),
            ending,
        }
    }
}

/// Plays a game to its end; `None` if the match was stopped before it.
pub fn play<G: Game>(
    table: Table<'_, G>,
    assignment: &Assignment,
    opening: &Opening<G>,
    seeds: PerColor<u64>,
    stop: &Stop,
) -> Option<GameRecord> {
    let mut line = opening.line();
    let mut moves = Vec::new();
    let verdict = match conduct(table, &mut line, &mut moves, seeds, stop) {
        Ok(verdict) => verdict,
        Err(Stopped) => return None,
    };
    let opening_plies = line.steps().len() - moves.len();
    Some(GameRecord {
        first: line.start().to_move().into(),
        result: verdict.outcome.into(),
        ending: verdict.ending,
        start: line.start().to_text(),
        opening_moves: line.steps()[..opening_plies]
            .iter()
            .map(|(before, mv)| before.move_to_text(*mv))
            .collect(),
        moves,
        ..assignment.blank_record()
    })
}

/// The record of a game that could not even begin, because a player did not start.
pub fn forfeit<G: Game>(
    assignment: &Assignment,
    opening: &Opening<G>,
    loser: Color,
    fault: Fault,
) -> GameRecord {
    let line = opening.line();
    GameRecord {
        first: line.start().to_move().into(),
        result: Outcome::Win(!loser).into(),
        ending: Ending::Fault(fault),
        start: line.start().to_text(),
        opening_moves: opening.move_texts(),
        ..assignment.blank_record()
    }
}

struct Stopped;

fn conduct<G: Game>(
    mut table: Table<'_, G>,
    line: &mut Line<G>,
    moves: &mut Vec<PlayedMove>,
    seeds: PerColor<u64>,
    stop: &Stop,
) -> Result<Verdict, Stopped> {
    for color in Color::ALL {
        if let Err(unanswered) = table.players[color].begin(seeds[color], stop) {
            return judge(color, unanswered);
        }
    }
    let mut clocks = PerColor::from_fn(|color| table.controls[color].clock.map(Clock::new));
    loop {
        if let Some(verdict) = end_of_game(line.position()) {
            return Ok(verdict);
        }
        let mover = line.position().to_move();
        match ask(&mut table, line, &clocks, stop) {
            Ok(Choice { mv: None, .. }) => {
                return Ok(Verdict::against(mover, Ending::Resignation));
            }
            Ok(Choice {
                mv: Some(mv),
                thought,
                elapsed,
            }) => {
                moves.push(PlayedMove {
                    text: line.position().move_to_text(mv),
                    thought,
                    milliseconds: (elapsed.as_secs_f64() * 1e6).round() / 1e3,
                });
                line.push(mv);
                if let Some(clock) = &mut clocks[mover] {
                    clock.spend(elapsed);
                }
            }
            Err(unanswered) => return judge(mover, unanswered),
        }
    }
}

/// The rules first, then what is proven; nobody's opinion.
fn end_of_game<G: Game>(position: &G) -> Option<Verdict> {
    let by_rules = position.outcome().map(|outcome| (outcome, Ending::Rules));
    by_rules
        .or_else(|| Some((position.proven_outcome()?, Ending::Proven)))
        .map(|(outcome, ending)| Verdict { outcome, ending })
}

/// Asks the player to move, and checks time and legality of what comes back.
fn ask<G: Game>(
    table: &mut Table<'_, G>,
    line: &Line<G>,
    clocks: &PerColor<Option<Clock>>,
    stop: &Stop,
) -> Result<Choice<G::Move>, Unanswered> {
    let position = line.position();
    let mover = position.to_move();
    let allowance = table.controls[mover].allowance(*clocks, clocks[mover], table.tolerance);
    let choice = table.players[mover].choose(line, &allowance, stop)?;
    let limit = allowance.limit.duration();
    if choice.elapsed > limit {
        return Err(Fault::Time { limit }.into());
    }
    match choice.mv {
        Some(mv) if !position.is_legal(mv) => Err(Fault::IllegalMove {
            text: excerpt(&format!("{mv:?}")),
            reason: "it is not legal here".to_owned(),
        }
        .into()),
        _ => Ok(choice),
    }
}

fn judge(loser: Color, unanswered: Unanswered) -> Result<Verdict, Stopped> {
    match unanswered {
        Unanswered::Stopped => Err(Stopped),
        Unanswered::Fault(fault) => Ok(Verdict::against(loser, Ending::Fault(fault))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::ops::ControlFlow;
    use std::time::Duration;

    use game::PerColor;

    use super::*;
    use crate::control::Allowance;
    use crate::player::Thought;
    use crate::record::Side;

    /// Take one or two from a heap; who takes the last one wins. Proven as soon as the heap is a
    /// multiple of three, and small enough for anybody to see it.
    #[derive(Clone, Debug)]
    struct Heap {
        left: u32,
        to_move: Color,
    }

    impl Game for Heap {
        const NAME: &'static str = "heap";
        type Move = u32;
        type Undo = ();
        type NotationError = std::num::ParseIntError;

        fn to_move(&self) -> Color {
            self.to_move
        }

        fn visit_moves<B>(&self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=self.left.min(2)).try_for_each(visit)
        }

        fn play(&mut self, taken: u32) {
            self.left -= taken;
            self.to_move = !self.to_move;
        }

        fn unplay(&mut self, taken: u32, (): ()) {
            self.left += taken;
            self.to_move = !self.to_move;
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.left == 0).then_some(Outcome::Win(!self.to_move))
        }

        fn proven_outcome(&self) -> Option<Outcome> {
            (self.left == 3)
                .then_some(Outcome::Win(!self.to_move))
                .or(self.outcome())
        }

        fn key(&self) -> u64 {
            u64::from(self.left)
        }

        fn to_text(&self) -> String {
            self.left.to_string()
        }

        fn parse(text: &str) -> Result<Self, Self::NotationError> {
            let to_move = Color::Black;
            text.parse().map(|left| Self { left, to_move })
        }

        fn move_to_text(&self, taken: u32) -> String {
            taken.to_string()
        }

        fn parse_move(&self, text: &str) -> Result<u32, Self::NotationError> {
            text.parse()
        }
    }

    /// Plays from a list, each move with the seconds it took; gives up at its end.
    struct Scripted(VecDeque<(u32, u64)>);

    impl Player<Heap> for Scripted {
        fn begin(&mut self, _: u64, _: &Stop) -> Result<(), Unanswered> {
            Ok(())
        }

        fn choose(
            &mut self,
            _: &Line<Heap>,
            _: &Allowance,
            _: &Stop,
        ) -> Result<Choice<u32>, Unanswered> {
            let answer = self.0.pop_front();
            Ok(Choice {
                mv: answer.map(|(mv, _)| mv),
                thought: Thought::default(),
                elapsed: Duration::from_secs(answer.map_or(0, |(_, seconds)| seconds)),
            })
        }
    }

    /// A game from a heap of that size, Black first; each player with ten seconds and one a move.
    fn play_it(heap: u32, black: &[(u32, u64)], white: &[(u32, u64)]) -> GameRecord {
        let start = Heap {
            left: heap,
            to_move: Color::Black,
        };
        let player = |answers: &[(u32, u64)]| -> Box<dyn Player<Heap>> {
            Box::new(Scripted(answers.iter().copied().collect()))
        };
        let (mut black, mut white) = (player(black), player(white));
        let control = TimeControl {
            clock: Some("10+1".parse().unwrap()),
            ..TimeControl::default()
        };
        let table = Table {
            players: PerColor::new(&mut black, &mut white),
            controls: PerColor::new(control, control),
            tolerance: Tolerance {
                margin: Duration::from_secs(1),
                patience: Duration::from_secs(1),
            },
        };
        let assignment = Assignment {
            game: 5,
            opening: 2,
            players: PerColor::new(1, 0),
        };
        let opening = Opening::new(start, Vec::new()).unwrap();
        play(
            table,
            &assignment,
            &opening,
            PerColor::default(),
            &Stop::default(),
        )
        .unwrap()
    }

    #[test]
    fn the_rules_end_a_game() {
        let record = play_it(2, &[(2, 0)], &[]);
        assert_eq!(
            (record.result, &record.ending),
            (Side::Black, &Ending::Rules)
        );
        assert_eq!(
            (record.game, record.opening, record.black, record.white),
            (5, 2, 1, 0)
        );
        assert_eq!((record.first, record.start.as_str()), (Side::Black, "2"));
        assert_eq!(record.moves[0].text, "2");
    }

    #[test]
    fn a_proven_result_ends_a_game_before_the_rules_do() {
        let record = play_it(7, &[(2, 0)], &[(2, 0)]);
        assert_eq!(
            (record.result, record.ending),
            (Side::White, Ending::Proven)
        );
        assert_eq!(record.moves.len(), 2);
    }

    #[test]
    fn an_illegal_move_from_this_process_loses_too() {
        let record = play_it(5, &[(3, 0)], &[]);
        assert_eq!(record.result, Side::White);
        assert!(matches!(
            record.ending,
            Ending::Fault(Fault::IllegalMove { .. })
        ));
        assert!(record.moves.is_empty());
    }

    #[test]
    fn nobody_left_to_answer_is_a_resignation() {
        let record = play_it(5, &[(1, 0)], &[]);
        assert_eq!(
            (record.result, record.ending),
            (Side::Black, Ending::Resignation)
        );
    }

    /// Ten seconds, less nine, and one: two are left, and one of margin.
    #[test]
    fn clocks_run_down_and_end_games() {
        let record = play_it(20, &[(1, 9), (1, 3), (1, 3)], &[(1, 0), (1, 0)]);
        assert_eq!(
            record.moves.len(),
            4,
            "the third move of Black comes too late"
        );
        assert_eq!(record.result, Side::White);
        let limit = Duration::from_secs(2);
        assert_eq!(record.ending, Ending::Fault(Fault::Time { limit }));
        assert_eq!(record.moves[2].milliseconds, 3000.0);
    }
}
