//! A picture of a match: how Elo and the evidence came together, pair by pair.

use plotters::coord::Shift;
use plotters::prelude::*;
use thiserror::Error;

use crate::standings::Standings;
use crate::statistics::{Estimate, Sprt};

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

const WIDTH: u32 = 900;
const PANEL_HEIGHT: u32 = 360;
const LINE: RGBColor = RGBColor(31, 95, 160);
const LIMIT: RGBColor = RGBColor(190, 60, 50);

/// A curve is drawn by at most so many points.
const MOST_POINTS: usize = 1000;

/// Draws the difference between the first two players over the match as SVG: Elo with its interval
/// and, where there is a test, its log-likelihood ratio with its bounds. `None` while there is too
/// little to draw.
///
/// # Errors
/// If drawing fails.
pub fn draw(
    standings: &Standings,
    names: (&str, &str),
    sprt: Option<&Sprt>,
) -> Result<Option<String>, PlotError> {
    let counts: Vec<_> = standings.running_counts().collect();
    let step = counts.len().div_ceil(MOST_POINTS).max(1);
    // The last point is always among them.
    let chosen: Vec<_> = counts.iter().rev().step_by(step).rev().collect();
    let estimates: Vec<Estimate> = chosen
        .iter()
        .filter_map(|counts| Estimate::of(counts))
        .filter(|estimate| estimate.elo_low.is_finite() && estimate.elo_high.is_finite())
        .collect();
    if estimates.len() < 2 {
        return Ok(None);
    }
    let ratios = sprt.map(|sprt| {
        let point = |counts: &&_| sprt.log_likelihood_ratio(counts);
        let points = chosen
            .iter()
            .map(|counts| (counts.pairs() as f64, point(counts)));
        (points.collect::<Vec<_>>(), sprt.bounds())
    });
    let mut svg = String::new();
    let panels = if ratios.is_some() { 2 } else { 1 };
    {
        let area =
            SVGBackend::with_string(&mut svg, (WIDTH, panels * PANEL_HEIGHT)).into_drawing_area();
        draw_panels(&area, &estimates, ratios.as_ref(), names)
            .map_err(|error| PlotError(error.to_string()))?;
    }
    Ok(Some(svg))
}

/// Points of the log-likelihood ratio, and its bounds.
type Ratios = (Vec<(f64, f64)>, (f64, f64));

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw_panels<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    estimates: &[Estimate],
    ratios: Option<&Ratios>,
    (first, second): (&str, &str),
) -> Drawn<'a> {
    area.fill(&WHITE)?;
    let panels = area.split_evenly((if ratios.is_some() { 2 } else { 1 }, 1));
    let pairs = |estimate: &Estimate| estimate.pairs as f64;
    let highest = estimates.iter().skip(estimates.len() / 10);
    // The wide intervals of the beginning would flatten all that follows.
    let low = highest
        .clone()
        .map(|estimate| estimate.elo_low)
        .fold(0.0, f64::min);
    let high = highest
        .map(|estimate| estimate.elo_high)
        .fold(0.0, f64::max);
    let last = estimates.last().map_or(1.0, pairs);
    let mut chart = ChartBuilder::on(&panels[0])
        .margin(12)
        .caption(
            format!("{first} against {second}: Elo, with 95 % interval"),
            ("sans-serif", 18),
        )
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, spread(low, high))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("pairs of games")
        .y_desc("Elo")
        .draw()?;
    let (low, high) = spread_bounds(low, high);
    let upper = estimates
        .iter()
        .map(|estimate| (pairs(estimate), estimate.elo_high.clamp(low, high)));
    let lower = estimates
        .iter()
        .rev()
        .map(|estimate| (pairs(estimate), estimate.elo_low.clamp(low, high)));
    let band: Vec<_> = upper.chain(lower).collect();
    chart.draw_series([Polygon::new(band, LINE.mix(0.18))])?;
    let middle = estimates
        .iter()
        .map(|estimate| (pairs(estimate), estimate.elo.clamp(low, high)));
    chart.draw_series(LineSeries::new(middle, LINE.stroke_width(2)))?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], BLACK))?;
    if let Some((points, bounds)) = ratios {
        draw_ratios(&panels[1], points, *bounds)?;
    }
    area.present()
}

fn draw_ratios<'a>(
    panel: &DrawingArea<SVGBackend<'a>, Shift>,
    points: &[(f64, f64)],
    (low, high): (f64, f64),
) -> Drawn<'a> {
    let last = points.last().map_or(1.0, |point| point.0);
    let least = points.iter().map(|point| point.1).fold(low, f64::min);
    let most = points.iter().map(|point| point.1).fold(high, f64::max);
    let mut chart = ChartBuilder::on(panel)
        .margin(12)
        .caption(
            "log-likelihood ratio, with the bounds of the test",
            ("sans-serif", 18),
        )
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, spread(least, most))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("pairs of games")
        .y_desc("LLR")
        .draw()?;
    chart.draw_series(LineSeries::new(
        points.iter().copied(),
        LINE.stroke_width(2),
    ))?;
    for bound in [low, high] {
        chart.draw_series(LineSeries::new(
            [(0.0, bound), (last, bound)],
            LIMIT.stroke_width(2),
        ))?;
    }
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], BLACK))?;
    Ok(())
}

fn spread(low: f64, high: f64) -> std::ops::Range<f64> {
    let (low, high) = spread_bounds(low, high);
    low..high
}

/// A little more than what is to be seen.
fn spread_bounds(low: f64, high: f64) -> (f64, f64) {
    let more = 0.08 * (high - low).max(1.0);
    (low - more, high + more)
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
        assert_eq!(draw(&standings(2), ("a", "b"), None), Ok(None));
        let plain = draw(&standings(5000), ("new", "old"), None)
            .unwrap()
            .unwrap();
        assert!(plain.starts_with("<svg") && plain.contains("new against old"));
        assert!(!plain.contains("log-likelihood"));
        let tested = draw(&standings(5000), ("new", "old"), Some(&Sprt::default()))
            .unwrap()
            .unwrap();
        assert!(tested.contains("log-likelihood"));
        assert!(tested.len() < 200_000);
    }
}
