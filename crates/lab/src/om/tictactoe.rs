//! `om/tictactoe`: a game that nobody need lose is lost by who is known.

use std::collections::BTreeMap;

use engine::RandomNumbers;
use game::{Color, Game};
use search::opponent_model::{Minimax, OpponentModel};
use search::{Evaluator, Limits, Searcher, Signal, Value};
use serde::{Deserialize, Serialize};
use toys::{Cell as Square, TicTacToe};

use crate::experiment::{About, Experiment, Failure, Scale};
use crate::findings::{Cell, Findings, Table};

/// The longest game.
const CELLS: u32 = 9;

/// Opponent-model search in TicTacToe.
pub struct InTicTacToe;

/// Who plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How far both look.
    plies: Vec<u32>,
    /// Games begin in all positions after at most so many moves.
    opening_plies: u32,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
}

/// What came out at a depth.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// Alpha-beta of the same depth.
    alpha_beta: Score,
    /// Opponent-model search of the same depth.
    knowing: Score,
    /// Perfect play: alpha-beta to the end of the game.
    perfect: Score,
    /// Opponent-model search to the end of the game.
    knowing_all: Score,
    /// A game that is won by knowing, and not by perfect play.
    line: Option<String>,
}

/// Counts the lines that are still open to each.
#[derive(Clone)]
struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, board: &TicTacToe) -> Value {
        let lines = |color| board.open_lines(color) as i32;
        let mover = board.to_move();
        Value::estimate(100 * (lines(mover) - lines(!mover)))
    }
}

impl Experiment for InTicTacToe {
    const ABOUT: About = About {
        id: "om/tictactoe",
        title: "TicTacToe against somebody who is known",
        paper: "Tokuda and others, Thoughts on Game Tree Search of Opponent-Model, section 5.1: with the right model there are \
                lines in which OM-search wins (no numbers)",
        shows: "Alpha-beta with the open lines as its evaluation meets itself, opponent-model search that knows it, and perfect play, from \
                all positions after at most two moves, with either side; and lines that are won by knowing alone.",
    };
    type Settings = Settings;
    type Unit = Results;

    fn settings(&self, _: Scale) -> Settings {
        Settings {
            plies: (1..=6).collect(),
            opening_plies: 2,
        }
    }

    fn units(&self, settings: &Settings) -> usize {
        settings.plies.len()
    }

    fn measure(
        &self,
        settings: &Settings,
        index: usize,
        _: RandomNumbers,
    ) -> Result<Results, Failure> {
        let plies = settings.plies[index];
        let mut results = Results::default();
        for opening in openings(settings.opening_plies) {
            for us in Color::ALL {
                let alone = |own| play(&opening, us, plies, |board| habit(board, own));
                let knowing = |own| {
                    let mut knowing = OpponentModel::new(OpenLines, vec![(known(plies), 1.0)]);
                    play(&opening, us, plies, |board| {
                        let limits = Limits::depth(own);
                        let answer = knowing.search(board, &limits, &Signal::new(), &mut |_| {});
                        answer.best_move()
                    })
                };
                results.alpha_beta.count(alone(plies)?.0);
                results.knowing.count(knowing(plies)?.0);
                let ((perfect, _), (knowing_all, moves)) = (alone(CELLS)?, knowing(CELLS)?);
                results.perfect.count(perfect);
                results.knowing_all.count(knowing_all);
                if results.line.is_none() && knowing_all > 0 && perfect <= 0 {
                    let side = if us == Color::Black { "x" } else { "o" };
                    results.line = Some(format!("{} ({side} wins)", moves.join(" ")));
                }
            }
        }
        Ok(results)
    }

    fn findings(&self, settings: &Settings, units: &BTreeMap<usize, Results>) -> Findings {
        let mut table = Table::new(
            "TicTacToe against alpha-beta: won–drawn–lost",
            &[
                "their plies",
                "alpha-beta",
                "knowing",
                "perfect",
                "knowing to the end",
                "a line won by knowing",
            ],
            "All games from the same positions. Alpha-beta and knowing look as far as they do; perfect is alpha-beta to the end of the \
             game, which draws from the empty board, and the line is one that it does not win.",
        );
        for (&index, results) in units {
            table.rows.push(vec![
                Cell::Text(settings.plies[index].to_string()),
                Cell::Text(results.alpha_beta.text()),
                Cell::Text(results.knowing.text()),
                Cell::Text(results.perfect.text()),
                Cell::Text(results.knowing_all.text()),
                results.line.clone().map_or(Cell::Unknown, Cell::Text),
            ]);
        }
        Findings {
            tables: vec![table],
            figures: Vec::new(),
        }
    }
}

impl Score {
    fn count(&mut self, score: i32) {
        match score {
            1.. => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    fn text(self) -> String {
        format!("{}–{}–{}", self.won, self.drawn, self.lost)
    }
}

/// The player that is known.
fn known(plies: u32) -> Minimax<OpenLines> {
    Minimax::to_depth(OpenLines, plies)
}

/// What it plays.
fn habit(board: &TicTacToe, plies: u32) -> Option<Square> {
    known(plies).choose(board, plies).map(|(mv, _)| mv)
}

/// All lines of at most so many moves.
fn openings(plies: u32) -> Vec<Vec<Square>> {
    let mut all = vec![Vec::new()];
    let mut last: Vec<Vec<Square>> = all.clone();
    for _ in 0..plies {
        last = last
            .iter()
            .flat_map(|line| {
                let board = after(line);
                let longer = board.moves().into_iter().map(|mv| {
                    let mut longer = line.clone();
                    longer.push(mv);
                    longer
                });
                longer.collect::<Vec<_>>()
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

fn after(line: &[Square]) -> TicTacToe {
    let mut board = TicTacToe::start();
    for &mv in line {
        board.play(mv);
    }
    board
}

/// A game from an opening on between us and the player that is known; to us, with its moves.
fn play(
    opening: &[Square],
    us: Color,
    plies: u32,
    mut ours: impl FnMut(&TicTacToe) -> Option<Square>,
) -> Result<(i32, Vec<String>), Failure> {
    let mut board = TicTacToe::start();
    let mut moves = Vec::new();
    let mut opening = opening.iter().copied();
    loop {
        if let Some(outcome) = board.outcome() {
            return Ok((outcome.score_for(us), moves));
        }
        let chosen = opening.next().or_else(|| {
            if board.to_move() == us {
                ours(&board)
            } else {
                habit(&board, plies)
            }
        });
        let mv = chosen.ok_or("there is no move")?;
        moves.push(board.move_to_text(mv));
        board.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_two_moves_is_an_opening() {
        assert_eq!(openings(2).len(), 1 + 9 + 72);
    }

    /// Who looks to the end of the game is not beaten by whom they would not lose to, and who looks two plies ahead is.
    #[test]
    fn who_is_known_is_beaten_unless_they_see_it_coming() -> Result<(), Failure> {
        let settings = Settings {
            plies: vec![2, CELLS],
            opening_plies: 1,
        };
        let measure = |index| {
            let numbers = RandomNumbers::from_seed(1);
            Experiment::measure(&InTicTacToe, &settings, index, numbers)
        };
        let shallow = measure(0)?;
        assert!(shallow.knowing_all.won > shallow.perfect.won && shallow.line.is_some());
        assert_eq!(shallow.perfect.lost, 0);
        let deep = measure(1)?;
        assert_eq!((deep.knowing_all.drawn, deep.perfect.drawn), (20, 20));
        Ok(())
    }
}
