//! `om/tictactoe`: opponent-model search beats a known alpha-beta player in a drawn game.

use game::{Color, Game};
use search::opponent_model::{Minimax, OpponentModelSearch};
use search::{Evaluator, SearchLimits, Searcher, StopSignal, Value};
use toys::{Cell, TicTacToe};

use crate::games::MatchScore;
use crate::prelude::*;

/// Plies of the longest game.
const MAX_PLIES: u32 = 9;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Config {
    /// Depths of both players.
    plies: Vec<u32>,
    /// Games start from all positions after at most this many moves.
    opening_plies: u32,
}

/// Scores at one depth.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DepthScores {
    /// Alpha-beta of the same depth.
    alpha_beta: MatchScore,
    /// Opponent-model search of the same depth.
    opponent_model: MatchScore,
    /// Alpha-beta to the end of the game.
    perfect: MatchScore,
    /// Opponent-model search to the end of the game.
    full_depth_model: MatchScore,
    /// A game won by the model and not by perfect play.
    example: Option<String>,
}

/// Counts the lines that are still open to each player.
#[derive(Clone)]
struct OpenLines;

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&mut self, board: &TicTacToe) -> Value {
        let lines = |color| board.open_lines(color) as i32;
        let mover = board.to_move();
        Value::from_millilogits(100 * (lines(mover) - lines(!mover)))
    }
}

/// Opponent-model search in TicTacToe.
/// Condition: the opponent's depth.
pub const TICTACTOE_EXACT_MODEL: Experiment<Config, u32, DepthScores> = Experiment {
    info: ExperimentInfo {
        id: "om/tictactoe",
        title: "TicTacToe against a known opponent",
        reference: "Tokuda et al., Thoughts on Game Tree Search of Opponent-Model, section 5.1: with the right model there \
                    are lines in which OM search wins (no numbers)",
        description: "Alpha-beta that evaluates open lines against itself, against opponent-model search with an exact model, and \
                      against perfect play, from all positions after at most two moves with both colors; and lines won only \
                      with the model.",
    },
    config: |_| Config {
        plies: (1..=6).collect(),
        opening_plies: 2,
    },
    grid: |config| Grid::of(&config.plies),
    measure,
    results,
};

fn measure(unit: Unit<'_, Config, u32>) -> Result<DepthScores, BoxError> {
    let depth = *unit.condition;
    let mut scores = DepthScores::default();
    for opening in openings(unit.config.opening_plies) {
        for us in Color::ALL {
            let alpha_beta = |own| play(&opening, us, depth, |board| minimax_move(board, own));
            let opponent_model = |own| {
                let mut search = OpponentModelSearch::new(OpenLines, vec![(opponent(depth), 1.0)]);
                play(&opening, us, depth, |board| {
                    let limits = SearchLimits::depth(own);
                    let result = search.search(board, &limits, &StopSignal::new(), &mut |_| {});
                    result.best_move()
                })
            };
            scores.alpha_beta.add_result(alpha_beta(depth)?.0);
            scores.opponent_model.add_result(opponent_model(depth)?.0);
            let (perfect, _) = alpha_beta(MAX_PLIES)?;
            let (full_depth, moves) = opponent_model(MAX_PLIES)?;
            scores.perfect.add_result(perfect);
            scores.full_depth_model.add_result(full_depth);
            if scores.example.is_none() && full_depth > 0 && perfect <= 0 {
                let side = if us == Color::Black { "x" } else { "o" };
                scores.example = Some(format!("{} ({side} wins)", moves.join(" ")));
            }
        }
    }
    Ok(scores)
}

fn results(_: &Config, groups: &Groups<'_, u32, DepthScores>) -> Results {
    let text = |score: &MatchScore| format!("{}–{}–{}", score.wins, score.draws, score.losses);
    let title = "TicTacToe against alpha-beta: wins–draws–losses";
    let table = ResultTable::over(title, groups.first_samples())
        .column("their depth", |row| row.0.to_string())
        .column("alpha-beta", |row| text(&row.1.alpha_beta))
        .column("opponent model", |row| text(&row.1.opponent_model))
        .column("perfect", |row| text(&row.1.perfect))
        .column("model, full depth", |row| text(&row.1.full_depth_model))
        .column("example", |row| row.1.example.clone())
        .note(
            "All games start from the same positions. Alpha-beta and opponent model search to the opponent's depth; perfect is \
             alpha-beta to the end of the game, which draws from the empty board. The example is won by the model and not by \
             perfect play.",
        );
    Results::new([table])
}

fn opponent(depth: u32) -> Minimax<OpenLines> {
    Minimax::with_depth(OpenLines, depth)
}

fn minimax_move(board: &TicTacToe, depth: u32) -> Option<Cell> {
    opponent(depth).best_move(board, depth).map(|(mv, _)| mv)
}

/// All lines of at most `plies` moves.
fn openings(plies: u32) -> Vec<Vec<Cell>> {
    let mut all = vec![Vec::new()];
    let mut last: Vec<Vec<Cell>> = all.clone();
    for _ in 0..plies {
        last = last
            .iter()
            .flat_map(|line| {
                let extended = position_after(line)
                    .moves()
                    .into_iter()
                    .map(|mv| [line.as_slice(), &[mv]].concat());
                extended.collect::<Vec<_>>()
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

fn position_after(line: &[Cell]) -> TicTacToe {
    let mut board = TicTacToe::start();
    for &mv in line {
        board.play(mv);
    }
    board
}

/// Plays a game from an opening against the known opponent; returns our result and the moves.
fn play(
    opening: &[Cell],
    us: Color,
    depth: u32,
    mut choose_move: impl FnMut(&TicTacToe) -> Option<Cell>,
) -> Result<(i32, Vec<String>), BoxError> {
    let mut board = TicTacToe::start();
    let mut moves = Vec::new();
    let mut opening = opening.iter().copied();
    loop {
        if let Some(outcome) = board.outcome() {
            return Ok((outcome.sign_for(us), moves));
        }
        let chosen = opening.next().or_else(|| {
            if board.to_move() == us {
                choose_move(&board)
            } else {
                minimax_move(&board, depth)
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
    use crate::frame::testing::sample;

    #[test]
    fn every_position_of_two_moves_is_an_opening() {
        assert_eq!(openings(2).len(), 1 + 9 + 72);
    }

    #[test]
    fn a_known_opponent_is_beaten_unless_it_is_perfect() {
        let config = Config {
            plies: vec![2, MAX_PLIES],
            opening_plies: 1,
        };
        let shallow = sample(&TICTACTOE_EXACT_MODEL, &config, 0, 1);
        assert!(shallow.full_depth_model.wins > shallow.perfect.wins && shallow.example.is_some());
        assert_eq!(shallow.perfect.losses, 0);
        let deep = sample(&TICTACTOE_EXACT_MODEL, &config, 1, 1);
        assert_eq!((deep.full_depth_model.draws, deep.perfect.draws), (20, 20));
    }
}
