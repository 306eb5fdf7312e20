//! Moves that need no search: where the players are separated, or a player wins by keeping the walls,
//! all that is left is to fill one's own space without waste.

use std::time::Instant;

use amazons::{Filling, Position};

use crate::analysis::{Answer, Event, Info, Score};

/// Answers by filling if that is known to be the best there is.
pub(crate) fn answer(position: &Position, listener: &mut impl FnMut(Event)) -> Option<Answer> {
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

    fn score(position: &str) -> Option<Score> {
        let position = Position::parse(position).expect("it is a position");
        let mut events = Vec::new();
        answer(&position, &mut |event| events.push(event));
        events.into_iter().find_map(|event| match event {
            Event::Info(info) => info.score,
            Event::Exact(_) | Event::Opening(_) | Event::Answer(_) => None,
        })
    }

    #[test]
    fn both_sides_know_who_outlasts_whom() {
        assert_eq!(score(SEPARATED), Some(Score::Win { plies: 3 }));
        let other_side = SEPARATED.replace(" b", " w");
        assert_eq!(score(&other_side), Some(Score::Loss { plies: 2 }));
    }

    #[test]
    fn nothing_is_claimed_while_the_players_can_meet() {
        assert_eq!(score("x...o|.....|..... b"), None);
    }
}
