//! A picture of a match: how Elo and the evidence came together, pair by pair.

use plot::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};

use crate::standings::Standings;
use crate::statistics::{Estimate, PairCounts, Sprt};

/// A curve is drawn by at most so many points.
const MOST_POINTS: usize = 1000;

/// The difference between the first two players over the match: Elo with its interval and, where
/// there is a test, its log-likelihood ratio with its bounds. `None` while there is too little to see.
#[must_use]
pub fn figure(
    standings: &Standings,
    (first, second): (&str, &str),
    sprt: Option<&Sprt>,
) -> Option<Figure> {
    let counts: Vec<PairCounts> = standings.running_counts().collect();
    let step = counts.len().div_ceil(MOST_POINTS).max(1);
    // The last point is always among them.
    let chosen: Vec<PairCounts> = counts.into_iter().rev().step_by(step).rev().collect();
    let estimates: Vec<Estimate> = chosen
        .iter()
        .filter_map(Estimate::of)
        .filter(|estimate| estimate.elo_low.is_finite() && estimate.elo_high.is_finite())
        .collect();
    if estimates.len() < 2 {
        return None;
    }
    let title = format!("{first} against {second}: Elo, with 95 % interval");
    let mut plots = vec![elo(title, &estimates)];
    plots.extend(sprt.map(|sprt| evidence(sprt, &chosen)));
    Some(Figure { plots })
}

fn elo(title: String, estimates: &[Estimate]) -> Plot {
    // The wide intervals of the beginning would flatten all that follows.
    let later = || estimates.iter().skip(estimates.len() / 10);
    let low = later().map(|estimate| estimate.elo_low).fold(0.0, f64::min);
    let high = later()
        .map(|estimate| estimate.elo_high)
        .fold(0.0, f64::max);
    let more = 0.08 * (high - low).max(1.0);
    let place = |estimate: &Estimate| {
        let pairs = estimate.pairs as f64;
        Point::with_interval(pairs, estimate.elo, estimate.elo_low, estimate.elo_high)
    };
    Plot {
        title,
        x: Axis::new("pairs of games"),
        y: Axis::new("Elo").with_range(low - more, high + more),
        series: vec![line(estimates.iter().map(place).collect())],
        reference_lines: vec![guide(0.0, "equal")],
    }
}

fn evidence(sprt: &Sprt, counts: &[PairCounts]) -> Plot {
    let place =
        |counts: &PairCounts| Point::new(counts.pairs() as f64, sprt.log_likelihood_ratio(counts));
    let (low, high) = sprt.bounds();
    Plot {
        title: "log-likelihood ratio, with the bounds of the test".to_owned(),
        x: Axis::new("pairs of games"),
        y: Axis::new("log-likelihood ratio"),
        series: vec![line(counts.iter().map(place).collect())],
        reference_lines: vec![
            guide(low, "below: H0 is accepted"),
            guide(high, "above: H1 is accepted"),
        ],
    }
}

fn line(places: Vec<Point>) -> Series {
    Series {
        name: String::new(),
        mark: Mark::Line,
        points: places,
    }
}

fn guide(y: f64, label: &str) -> ReferenceLine {
    ReferenceLine {
        y,
        label: label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, GameRecord, Side};

    fn standings(games: usize) -> Standings {
        let mut standings = Standings::new(2, None);
        for game in 0..games {
            standings.add(&GameRecord {
                game,
                opening: game / 2,
                black: game % 2,
                white: 1 - game % 2,
                first: Side::White,
                result: if game % 3 == 0 {
                    Side::Black
                } else {
                    Side::White
                },
                ending: Ending::Rules,
                start: String::new(),
                opening_moves: Vec::new(),
                moves: Vec::new(),
            });
        }
        standings
    }

    #[test]
    fn a_match_has_a_picture_once_there_is_something_to_see() {
        assert_eq!(figure(&standings(2), ("a", "b"), None), None);
        let plain = figure(&standings(5000), ("new", "old"), None).unwrap();
        assert_eq!(plain.plots.len(), 1);
        let places = &plain.plots[0].series[0].points;
        assert!(places.len() <= MOST_POINTS && places.last().unwrap().x == 2500.0);
        let tested = figure(&standings(5000), ("new", "old"), Some(&Sprt::default())).unwrap();
        assert_eq!(tested.plots[1].reference_lines.len(), 2);
        let svg = tested.to_svg();
        assert!(svg.contains("new against old") && svg.contains("log-likelihood"));
        assert!(svg.len() < 200_000);
    }
}
