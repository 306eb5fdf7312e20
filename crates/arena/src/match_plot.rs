//! Plot of a match: Elo and log-likelihood ratio over the game pairs.

use plot::{Axis, Figure, Plot, Point, Series};

use crate::standings::Standings;
use crate::statistics::{EloEstimate, Pentanomial, Sprt};

/// Maximum number of points of a curve.
const MAX_POINTS: usize = 1000;

/// Plots the Elo difference of the first two participants with its 95 % interval and, with an SPRT,
/// the log-likelihood ratio with its bounds. `None` with fewer than two estimates.
#[must_use]
pub fn figure(
    standings: &Standings,
    (first, second): (&str, &str),
    sprt: Option<&Sprt>,
) -> Option<Figure> {
    let counts: Vec<Pentanomial> = standings.running_counts().collect();
    let step = counts.len().div_ceil(MAX_POINTS).max(1);
    // Includes the last point.
    let sampled: Vec<Pentanomial> = counts.into_iter().rev().step_by(step).rev().collect();
    let estimates: Vec<EloEstimate> = sampled
        .iter()
        .filter_map(EloEstimate::new)
        .filter(|estimate| estimate.elo_low.is_finite() && estimate.elo_high.is_finite())
        .collect();
    if estimates.len() < 2 {
        return None;
    }
    let title = format!("{first} against {second}: Elo, with 95 % interval");
    let mut plots = vec![elo_plot(title, &estimates)];
    plots.extend(sprt.map(|sprt| llr_plot(sprt, &sampled)));
    Some(Figure { plots })
}

fn elo_plot(title: String, estimates: &[EloEstimate]) -> Plot {
    // The wide intervals of the first pairs would flatten the rest.
    let later = || estimates.iter().skip(estimates.len() / 10);
    let low = later().map(|estimate| estimate.elo_low).fold(0.0, f64::min);
    let high = later()
        .map(|estimate| estimate.elo_high)
        .fold(0.0, f64::max);
    let margin = 0.08 * (high - low).max(1.0);
    let place = |estimate: &EloEstimate| {
        let pairs = estimate.pairs as f64;
        Point::with_interval(pairs, estimate.elo, estimate.elo_low, estimate.elo_high)
    };
    let line = Series::line("", estimates.iter().map(place));
    let elo = Axis::new("Elo").with_range(low - margin, high + margin);
    Plot::new(title, "game pairs", elo, [line]).with_reference_line(0.0, "equal")
}

fn llr_plot(sprt: &Sprt, counts: &[Pentanomial]) -> Plot {
    let place =
        |counts: &Pentanomial| Point::new(counts.pairs() as f64, sprt.log_likelihood_ratio(counts));
    let (low, high) = sprt.bounds();
    let title = "log-likelihood ratio, with the bounds of the SPRT";
    let line = Series::line("", counts.iter().map(place));
    Plot::new(title, "game pairs", "log-likelihood ratio", [line])
        .with_reference_line(low, "below: H0 is accepted")
        .with_reference_line(high, "above: H1 is accepted")
}

#[cfg(test)]
mod tests {
    use game::Color;

    use super::*;
    use crate::game_record::tests::empty_record;

    fn standings(games: usize) -> Standings {
        let mut standings = Standings::new(2, None);
        for game in 0..games {
            let winner = if game % 3 == 0 {
                Color::Black
            } else {
                Color::White
            };
            standings.add(&empty_record(game, game % 2, 1 - game % 2, Some(winner)));
        }
        standings
    }

    #[test]
    fn a_match_is_plotted_from_two_estimates_on() {
        assert_eq!(figure(&standings(2), ("a", "b"), None), None);
        let without_sprt = figure(&standings(5000), ("new", "old"), None).unwrap();
        assert_eq!(without_sprt.plots.len(), 1);
        let places = &without_sprt.plots[0].series[0].points;
        assert!(places.len() <= MAX_POINTS && places.last().unwrap().x == 2500.0);
        let with_sprt = figure(&standings(5000), ("new", "old"), Some(&Sprt::default())).unwrap();
        assert_eq!(with_sprt.plots[1].reference_lines.len(), 2);
        let svg = with_sprt.to_svg();
        assert!(svg.contains("new against old") && svg.contains("log-likelihood"));
        assert!(svg.len() < 200_000);
    }
}
