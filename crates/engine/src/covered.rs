//! Moves of endings in which every region that both players are in is known, so that the best one is played without a guess: by exact
//! values, or by a table of scores. What regions score alone does not add up, but their score together is soon
//! found ([`endgame::Sums`]).

use std::time::{Duration, Instant};

use amazons::{Color, Game, Move, Position};
use endgame::{ScoreTable, SumScorer, TableError};
use search::Signal;

use crate::analysis::{Answer, Event, Info, Score};
use crate::exact::Exact;

/// Sums that are looked into before a search has to do: hundredths of a second.
const MOST_STEPS: u64 = 10_000;

/// And before somebody who wants the answer now is heard.
const STEPS_AT_ONCE: u64 = 500;

/// How many moves a search tries to fill a region of one player, for each number of moves.
const FILLING_STEPS: u32 = 10_000;

/// The score of positions, within an allowance of steps.
struct Scorer<'a> {
    sums: SumScorer<'a>,
    steps_left: u64,
    signal: &'a Signal,
}

impl Scorer<'_> {
    /// Black's moves minus White's until the end; `None` if a region is too large or the steps run out.
    fn score(&mut self, position: &Position) -> Result<Option<i16>, TableError> {
        let mut subgames = Vec::new();
        let mut in_hand = [0; 2];
        for region in position.regions() {
            if region.is_contested() {
                let Some(subgame) = self.sums.region(&region) else {
                    return Ok(None);
                };
                subgames.push(subgame);
            } else if let Some(owner) = region.owner() {
                let filling = region.lone_filling(FILLING_STEPS);
                let Some(moves) = filling.and_then(|filling| filling.count.exactly()) else {
                    return Ok(None);
                };
                in_hand[owner as usize] += moves as i16;
            }
        }
        while let Some(steps_left) = self.steps_left.checked_sub(STEPS_AT_ONCE)
            && !self.signal.is_given()
        {
            self.steps_left = steps_left;
            let to_move = position.to_move();
            let score = self
                .sums
                .score_limited(&subgames, in_hand, to_move, STEPS_AT_ONCE)?;
            if score.is_some() {
                return Ok(score);
            }
        }
        Ok(None)
    }
}

/// The moves that may be best: all in contested regions, and of those that only fill one that wastes nothing.
fn candidates(position: &Position) -> Vec<Move> {
    let mover = position.to_move();
    let moves = position.moves();
    let mut candidates = Vec::new();
    let mut filling = None;
    for region in position.regions() {
        if region.is_contested() {
            let inside = |mv: &&Move| region.squares().contains(mv.from);
            candidates.extend(moves.iter().filter(inside));
        } else if region.owner() == Some(mover) && filling.is_none() {
            let plan = region.lone_filling(FILLING_STEPS);
            filling = plan.and_then(|filling| filling.plan.first().copied());
        }
    }
    candidates.extend(filling);
    candidates
}

/// The best move and the score that it leads to, for the player to move.
fn best_move(
    position: &Position,
    table: &ScoreTable,
    signal: &Signal,
) -> Result<Option<(Move, i16)>, TableError> {
    let is_covered = position.regions().all(|region| {
        !region.is_contested() || region.squares().len() as usize <= table.max_size()
    });
    if !is_covered {
        return Ok(None);
    }
    let mut scorer = Scorer {
        sums: SumScorer::new(table),
        steps_left: MOST_STEPS,
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

/// Answers by the table, if it knows all that is contested.
pub(crate) fn answer(
    position: &Position,
    table: &ScoreTable,
    signal: &Signal,
    listener: &mut impl FnMut(Event),
) -> Option<Answer> {
    let began = Instant::now();
    // What is damaged is as if it were not there.
    let (best_move, score) = best_move(position, table, signal).ok()??;
    Some(tell(
        position,
        best_move,
        score > 0,
        began.elapsed(),
        listener,
    ))
}

/// Answers by exact values, if they know the best move.
pub(crate) fn answer_exactly(
    position: &Position,
    exact: &Exact,
    listener: &mut impl FnMut(Event),
) -> Option<Answer> {
    let best_move = exact.best?;
    let is_won = exact.winner == position.to_move();
    Some(tell(position, best_move, is_won, Duration::ZERO, listener))
}

/// Tells the one line that needs no search.
fn tell(
    position: &Position,
    best_move: Move,
    is_won: bool,
    time: Duration,
    listener: &mut impl FnMut(Event),
) -> Answer {
    listener(Event::Info(Info {
        depth: 1,
        rank: 1,
        score: Some(verdict(position, is_won)),
        nodes: 1,
        time,
        line: vec![best_move],
        visits: None,
    }));
    Answer {
        best_move: Some(best_move),
        expected_reply: None,
    }
}

/// At most as many moves as there are squares: an odd number if the last one is the mover's.
fn verdict(position: &Position, is_won: bool) -> Score {
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

    use super::*;
    use crate::random_numbers::RandomNumbers;
    use crate::small_endings::{ending, is_won};

    #[test]
    fn the_move_wins_where_one_does() {
        let table = build_score_table_in_memory(6);
        let mut numbers = RandomNumbers::from_seed(3);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..500 {
            let position = ending(&mut numbers);
            let mut scores = Vec::new();
            let answer = answer(&position, &table, &Signal::new(), &mut |event| {
                if let Event::Info(info) = event {
                    scores.push(info.score);
                }
            });
            let Some(mv) = answer.and_then(|answer| answer.best_move) else {
                continue;
            };
            let known = &mut HashMap::new();
            let mut after = position;
            after.play(mv);
            let truly = is_won(&position, known);
            assert_eq!(!is_won(&after, known), truly, "{position:?} {mv}");
            let [score] = scores[..] else {
                panic!("one line was asked for, not {scores:?}")
            };
            assert_eq!(
                matches!(score, Some(Score::Win { .. })),
                truly,
                "{position:?}"
            );
            if truly { won += 1 } else { lost += 1 }
        }
        assert!(won > 50 && lost > 50, "{won} won, {lost} lost");
    }

    #[test]
    fn who_wants_the_answer_now_gets_none() {
        let table = build_score_table_in_memory(6);
        let position = Position::parse("x..#o..|..o#..x b").expect("it is a position");
        let signal = Signal::new();
        assert!(answer(&position, &table, &signal, &mut |_| {}).is_some());
        signal.stop();
        assert_eq!(answer(&position, &table, &signal, &mut |_| {}), None);
    }

    #[test]
    fn a_region_that_is_not_in_the_table_needs_a_search() {
        let table = build_score_table_in_memory(5);
        let position = Position::parse("x..|..o b").expect("it is a position");
        let signal = Signal::new();
        assert_eq!(answer(&position, &table, &signal, &mut |_| {}), None);
    }
}
