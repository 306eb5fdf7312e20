//! Best moves without a search when all contested regions are known, by exact values or by a score
//! table. Scores of regions do not add up, so the score of their sum is searched
//! ([`endgame::SumScorer`]).

use std::time::{Duration, Instant};

use amazons::{Color, Game, Move, Position};
use endgame::{ScoreTable, SumScorer, TableError};
use search::{Score, StopSignal};

use super::exact_values::ExactResult;
use crate::SearchInfo;

/// Maximum number of sum nodes for a move: about 10 ms.
const MAX_SUM_NODES: u64 = 10_000;

/// Sum nodes between two checks of the stop signal.
const STOP_CHECK_INTERVAL: u64 = 500;

/// Maximum number of nodes to fill a region of one player.
const MAX_FILLING_NODES: u32 = 10_000;

/// Scores positions within a node limit.
struct PositionScorer<'a> {
    sums: SumScorer<'a>,
    nodes_left: u64,
    signal: &'a StopSignal,
}

impl PositionScorer<'_> {
    /// Black's moves minus White's to the end of the game; `None` if a region is too large or the
    /// limit is reached.
    fn score(&mut self, position: &Position) -> Result<Option<i16>, TableError> {
        let mut subgames = Vec::new();
        let mut spare_moves = [0; 2];
        for region in position.regions() {
            if region.is_contested() {
                let Some(subgame) = self.sums.region(&region) else {
                    return Ok(None);
                };
                subgames.push(subgame);
            } else if let Some(owner) = region.owner() {
                let filling = region.fill_plan(MAX_FILLING_NODES);
                let Some(moves) = filling.and_then(|filling| filling.count.exact()) else {
                    return Ok(None);
                };
                spare_moves[owner as usize] += moves as i16;
            }
        }
        while let Some(nodes_left) = self.nodes_left.checked_sub(STOP_CHECK_INTERVAL)
            && !self.signal.should_stop()
        {
            self.nodes_left = nodes_left;
            let to_move = position.to_move();
            let score =
                self.sums
                    .score_limited(&subgames, spare_moves, to_move, STOP_CHECK_INTERVAL)?;
            if score.is_some() {
                return Ok(score);
            }
        }
        Ok(None)
    }
}

/// Moves that can be best: all moves in contested regions, and one optimal filling move.
fn candidates(position: &Position) -> Vec<Move> {
    let mover = position.to_move();
    let moves = position.moves();
    let mut candidates = Vec::new();
    let mut filling_move = None;
    for region in position.regions() {
        if region.is_contested() {
            let inside = |mv: &&Move| region.squares().contains(mv.from);
            candidates.extend(moves.iter().filter(inside));
        } else if region.owner() == Some(mover) && filling_move.is_none() {
            let filling = region.fill_plan(MAX_FILLING_NODES);
            filling_move = filling.and_then(|filling| filling.moves.first().copied());
        }
    }
    candidates.extend(filling_move);
    candidates
}

/// The best move, with the score for the side to move.
fn best_scored_move(
    position: &Position,
    table: &ScoreTable,
    signal: &StopSignal,
) -> Result<Option<(Move, i16)>, TableError> {
    let is_covered = position.regions().all(|region| {
        !region.is_contested() || region.squares().len() as usize <= table.max_size()
    });
    if !is_covered {
        return Ok(None);
    }
    let mut scorer = PositionScorer {
        sums: SumScorer::new(table),
        nodes_left: MAX_SUM_NODES,
        signal,
    };
    let sign = match position.to_move() {
        Color::Black => 1,
        Color::White => -1,
    };
    let Some(best) = scorer.score(position)? else {
        return Ok(None);
    };
    for mv in candidates(position) {
        let mut after = *position;
        after.play(mv);
        match scorer.score(&after)? {
            Some(score) if score + sign == best => return Ok(Some((mv, sign * best))),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// The best move by the table, if all contested regions are in it. A corrupt table counts
/// as missing.
pub(crate) fn best_table_move(
    position: &Position,
    table: &ScoreTable,
    signal: &StopSignal,
) -> Option<SearchInfo> {
    let start = Instant::now();
    let (mv, score) = best_scored_move(position, table, signal).ok()??;
    let score = proven_score(position, score > 0);
    Some(SearchInfo::single_move(mv, Some(score), start.elapsed()))
}

/// The best move by exact values, if known.
pub(crate) fn best_exact_move(position: &Position, exact: &ExactResult) -> Option<SearchInfo> {
    let mv = exact.best_move?;
    let score = proven_score(position, exact.winner == position.to_move());
    Some(SearchInfo::single_move(mv, Some(score), Duration::ZERO))
}

/// Score with a bound on the plies: at most the empty squares; odd if the mover makes the last
/// move.
fn proven_score(position: &Position, is_won: bool) -> Score {
    let squares = position.empty_squares().len();
    if is_won {
        let plies = squares.saturating_sub(1) | 1;
        Score::Win { plies }
    } else {
        let plies = squares & !1;
        Score::Loss { plies }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use endgame::build_score_table_in_memory;
    use game::SplitMix64;

    use super::*;
    use crate::endgames::test_positions::{mover_wins, random_endgame};

    #[test]
    fn the_table_move_wins_if_any_move_does() {
        let table = build_score_table_in_memory(6);
        let mut rng = SplitMix64::from_seed(3);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..500 {
            let position = random_endgame(&mut rng);
            let Some(line) = best_table_move(&position, &table, &StopSignal::new()) else {
                continue;
            };
            let known = &mut HashMap::new();
            let mut after = position;
            after.play(line.pv[0]);
            let wins = mover_wins(&position, known);
            assert_eq!(!mover_wins(&after, known), wins, "{position:?} {line:?}");
            let is_won = matches!(line.score, Some(Score::Win { .. }));
            assert_eq!(is_won, wins, "{position:?}");
            if wins { won += 1 } else { lost += 1 }
        }
        assert!(won > 50 && lost > 50, "{won} won, {lost} lost");
    }

    #[test]
    fn a_stopped_search_gets_no_table_move() {
        let table = build_score_table_in_memory(6);
        let position = Position::parse("x..#o..|..o#..x b").expect("valid position");
        let signal = StopSignal::new();
        assert!(best_table_move(&position, &table, &signal).is_some());
        signal.stop();
        assert_eq!(best_table_move(&position, &table, &signal), None);
    }

    #[test]
    fn a_region_beyond_the_table_needs_a_search() {
        let table = build_score_table_in_memory(5);
        let position = Position::parse("x..|..o b").expect("valid position");
        let line = best_table_move(&position, &table, &StopSignal::new());
        assert_eq!(line, None);
    }
}
