//! Moves that need no search: where the players are separated, or a player wins by keeping the walls,
//! all that is left is to fill one's own space without waste.

use std::time::Instant;

use amazons::{Filling, Position};

use crate::analysis::{Answer, Event, Info, Score};
use crate::limits::Limits;

/// Answers by filling if that is known to be the best there is, and nothing else was asked for.
pub(crate) fn answer(
    position: &Position,
    limits: &Limits,
    lines: usize,
    listener: &mut impl FnMut(Event),
) -> Option<Answer> {
    let is_free = lines == 1 && limits.search_moves.is_empty();
    if !is_free {
        return None;
    }
    let began = Instant::now();
    let filling = position.filling()?;
    let winner = filling.winner()?;
    let best_move = *filling.plan().first()?;
    listener(Event::Info(Info {
        depth: 1,
        rank: 1,
        score: Some(score(&filling, winner == position.to_move())),
        nodes: 1,
        time: began.elapsed(),
        line: vec![best_move],
        visits: None,
    }));
    Some(Answer {
        best_move: Some(best_move),
        expected_reply: None,
    })
}

/// Counted to the move after which somebody cannot move.
fn score(filling: &Filling, is_won: bool) -> Score {
    if is_won {
        let plies = 2 * filling.opponent().most + 1;
        Score::Win { plies }
    } else {
        let plies = 2 * filling.own().most;
        Score::Loss { plies }
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    /// Black's amazon stands in a region of four squares, White's in one of two.
    const SEPARATED: &str = "x..#o|..##.|##### b";

    fn answered(position: &str, limits: &Limits, lines: usize) -> (Option<Answer>, Vec<Event>) {
        let position = Position::parse(position).expect("it is a position");
        let mut events = Vec::new();
        let answer = answer(&position, limits, lines, &mut |event| events.push(event));
        (answer, events)
    }

    fn score(position: &str) -> Option<Score> {
        let (_, events) = answered(position, &Limits::default(), 1);
        events.into_iter().find_map(|event| match event {
            Event::Info(info) => info.score,
            Event::Answer(_) => None,
        })
    }

    #[test]
    fn both_sides_know_who_outlasts_whom() {
        assert_eq!(score(SEPARATED), Some(Score::Win { plies: 3 }));
        let other_side = SEPARATED.replace(" b", " w");
        assert_eq!(score(&other_side), Some(Score::Loss { plies: 2 }));
    }

    #[test]
    fn whoever_asks_for_more_than_a_move_gets_a_search() {
        let (answer, _) = answered(SEPARATED, &Limits::default(), 1);
        let best = answer.and_then(|answer| answer.best_move);
        assert!(best.is_some());
        let restricted = Limits {
            search_moves: best.into_iter().collect(),
            ..Limits::default()
        };
        assert_eq!(answered(SEPARATED, &restricted, 1), (None, Vec::new()));
        assert_eq!(
            answered(SEPARATED, &Limits::default(), 2),
            (None, Vec::new())
        );
    }

    #[test]
    fn nothing_is_claimed_while_the_players_can_meet() {
        assert_eq!(score("x...o|.....|..... b"), None);
    }
}
