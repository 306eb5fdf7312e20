//! Lead in squares that corresponds to a win probability.

use amazons::{Color, Position};

/// Black's expected lead at the end of the game in squares, rounded to hundredths; negative if White
/// leads. `logit` is the logarithm of the odds of the side to move.
///
/// It depends on the logit and the number of empty squares alone, so it never contradicts the win
/// probability. The margin that the network predicts does, where a search has seen more than the
/// network. The curve is a least-squares fit of the network's margin to its win probability in 3,169
/// positions of 230 games (R² 0.94, standard error 1.8 squares): a logit is worth more squares early
/// in the game, and each further logit is worth less.
pub fn expected_score_lead(position: &Position, logit: f64) -> f64 {
    let empty = f64::from(position.empty_squares().len());
    let squares_per_logit = 0.513 + 0.0238 * empty + 0.000538 * empty * empty;
    let lead = squares_per_logit * 2.0 * (logit / 2.0).asinh();
    let sign = match position.to_move() {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    sign * (lead * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_grows_with_the_win_probability_and_the_empty_squares() {
        let start = Position::standard_start();
        let late = amazons::notation::parse_position("x....|.....|#####|#####|....o b");
        let late = late.expect("valid position");
        // White moves first.
        let lead = expected_score_lead(&start, 0.5);
        assert!((lead + 3.6).abs() < 0.2, "{lead}");
        let lead = expected_score_lead(&late, 0.5);
        assert!(lead > 0.3 && lead < 0.7, "{lead}");
        for (position, sign) in [(&start, -1.0), (&late, 1.0)] {
            let lead = |logit| sign * expected_score_lead(position, logit);
            assert!(lead(0.0).abs() < 1e-9);
            assert!(lead(1.0) > 0.0 && lead(4.0) > lead(1.0));
            assert!((lead(-3.0) + lead(3.0)).abs() < 1e-9);
        }
    }
}
