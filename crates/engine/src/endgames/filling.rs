//! Filling moves: when the regions are separated, or a player wins without leaving its own, the
//! best move fills the territory without defects.

use std::time::Instant;

use amazons::{Position, TerritoryPlan};
use search::Score;

use crate::SearchInfo;

/// A filling move, if filling is proven to be best.
pub(crate) fn best_filling_move(position: &Position) -> Option<SearchInfo> {
    let start = Instant::now();
    let filling = position.territory_plan()?;
    let winner = filling.winner()?;
    let mv = *filling.moves.first()?;
    let score = score(&filling, winner == position.to_move());
    Some(SearchInfo::single_move(mv, Some(score), start.elapsed()))
}

/// Score with the plies until the loser cannot move.
fn score(filling: &TerritoryPlan, is_won: bool) -> Score {
    if is_won {
        let plies = 2 * filling.opponent_moves.upper + 1;
        Score::Win { plies }
    } else {
        let plies = 2 * filling.own_moves.upper;
        Score::Loss { plies }
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    /// Black has a region of four squares, White one of two.
    const SEPARATED: &str = "x..#o|..##.|##### b";

    fn reported_score(position: &str) -> Option<Score> {
        let position = Position::parse(position).expect("valid position");
        best_filling_move(&position)?.score
    }

    #[test]
    fn the_larger_territory_wins() {
        assert_eq!(reported_score(SEPARATED), Some(Score::Win { plies: 3 }));
        let other_side = SEPARATED.replace(" b", " w");
        assert_eq!(reported_score(&other_side), Some(Score::Loss { plies: 2 }));
    }

    #[test]
    fn a_contested_position_has_no_filling_move() {
        assert_eq!(reported_score("x...o|.....|..... b"), None);
    }
}
