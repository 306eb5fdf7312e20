//! From a description to shapes: where everything goes.

use crate::figure::{Figure, Marks, Place, Plot, Series};
use crate::lettering;
use crate::scale::Scale;
use crate::scene::{Anchor, Ink, Scene, Shape};

const WIDTH: f64 = 760.0;
const PLOT_HEIGHT: f64 = 400.0;
const MARGIN: f64 = 18.0;
const TITLE: f64 = 16.0;
const LABEL: f64 = 13.0;
const TICK: f64 = 12.0;
const LEGEND_LINE: f64 = 20.0;
/// An SVG is shown in whatever font there is; common ones are up to so much wider than our letters.
const WIDEST_FONT: f64 = 1.2;
/// Points of different series at the same place are drawn side by side, so far apart.
const APART: f64 = 9.0;
/// What bars leave free between places.
const BAR_SHARE: f64 = 0.76;

/// All plots, below each other.
pub(crate) fn arrange(figure: &Figure) -> Scene {
    let mut shapes = Vec::new();
    let mut top = 0.0;
    for plot in &figure.plots {
        top = Frame::new(plot, top).draw(plot, &mut shapes);
    }
    let titles: Vec<&str> = figure
        .plots
        .iter()
        .map(|plot| plot.title.as_str())
        .collect();
    Scene {
        width: WIDTH,
        height: top,
        title: titles.join("; "),
        shapes,
    }
}

/// What the legend has to explain, by its index.
#[derive(Clone, Copy)]
enum Key {
    Series(usize),
    Guide(usize),
}

impl Key {
    fn name(self, plot: &Plot) -> &str {
        match self {
            Self::Series(index) => &plot.series[index].name,
            Self::Guide(index) => &plot.guides[index].label,
        }
    }
}

/// The place of one plot in the picture.
struct Frame {
    top: f64,
    x: Scale,
    y: Scale,
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
    /// The legend's entries by line, with where each begins.
    legend: Vec<Vec<(f64, Key)>>,
    left: f64,
    right: f64,
    upper: f64,
    lower: f64,
}

impl Frame {
    fn new(plot: &Plot, top: f64) -> Self {
        let places = || plot.series.iter().flat_map(|series| &series.places);
        let has_bars = plot.series.iter().any(|series| series.marks == Marks::Bars);
        let only_lines = plot.series.iter().all(|series| series.marks == Marks::Line);
        let mut x = Scale::of(&plot.x, places().map(|place| place.x));
        if plot.x.range.is_none() {
            let room = if has_bars {
                0.12
            } else if only_lines {
                0.0
            } else {
                0.06
            };
            x = x.widened(room, room);
        }
        let ends = places().flat_map(|place| {
            let (low, high) = place.interval.unwrap_or((place.y, place.y));
            [place.y, low, high]
        });
        let zero = (has_bars && !plot.y.logarithmic).then_some(0.0);
        let levels = plot.guides.iter().map(|guide| guide.y);
        let mut y = Scale::of(&plot.y, ends.chain(levels).chain(zero));
        if plot.y.range.is_none() {
            y = y.widened(if has_bars { 0.0 } else { 0.05 }, 0.06);
        }
        let ticks = |given: &[(f64, String)], scale: &Scale| {
            if given.is_empty() {
                scale.ticks()
            } else {
                given.to_vec()
            }
        };
        let (x_ticks, y_ticks) = (ticks(&plot.x.ticks, &x), ticks(&plot.y.ticks, &y));
        let widest = y_ticks
            .iter()
            .map(|(_, text)| lettering::width(text, TICK))
            .fold(0.0, f64::max);
        let left = MARGIN + widest + 8.0;
        let right = WIDTH - MARGIN;
        let legend = legend(plot, MARGIN, right);
        let upper = top + MARGIN + TITLE + 10.0 + LEGEND_LINE * legend.len() as f64 + LABEL + 12.0;
        Self {
            top,
            x,
            y,
            x_ticks,
            y_ticks,
            legend,
            left,
            right,
            upper,
            lower: top + PLOT_HEIGHT - MARGIN - LABEL - TICK - 16.0,
        }
    }

    /// Draws all; what is below begins where this ends.
    fn draw(&self, plot: &Plot, shapes: &mut Vec<Shape>) -> f64 {
        self.draw_words(plot, shapes);
        self.draw_axes(shapes);
        for (index, series) in plot.series.iter().enumerate() {
            match series.marks {
                Marks::Line => self.draw_line(series, index, shapes),
                Marks::Points => self.draw_points(plot, series, index, shapes),
                Marks::Bars => self.draw_bars(plot, series, index, shapes),
            }
        }
        self.draw_guides(plot, shapes);
        self.top + PLOT_HEIGHT
    }

    fn draw_words(&self, plot: &Plot, shapes: &mut Vec<Shape>) {
        let mut base = self.top + MARGIN + TITLE - 3.0;
        shapes.push(Shape::Text {
            at: (MARGIN, base),
            text: plot.title.clone(),
            size: TITLE,
            bold: true,
            anchor: Anchor::Start,
            ink: Ink::Text,
        });
        for line in &self.legend {
            base += LEGEND_LINE + 2.0;
            for &(from, key) in line {
                draw_key(plot, key, (from, base - 4.0), shapes);
                let name = key.name(plot).to_owned();
                shapes.push(label((from + 24.0, base), name, Anchor::Start));
            }
        }
        let above = (MARGIN, self.upper - 9.0);
        shapes.push(label(above, plot.y.label.clone(), Anchor::Start));
        let below = (
            (self.left + self.right) / 2.0,
            self.lower + TICK + LABEL + 14.0,
        );
        shapes.push(label(below, plot.x.label.clone(), Anchor::Middle));
    }

    fn draw_axes(&self, shapes: &mut Vec<Shape>) {
        for (value, text) in &self.y_ticks {
            let Some(height) = self.height(*value) else {
                continue;
            };
            shapes.push(stroke(
                vec![(self.left, height), (self.right, height)],
                Ink::Grid,
                1.0,
            ));
            let at = (self.left - 8.0, height + TICK * 0.35);
            shapes.push(tick(at, text.clone(), Anchor::End));
        }
        shapes.push(stroke(
            vec![(self.left, self.lower), (self.right, self.lower)],
            Ink::Axis,
            1.0,
        ));
        for (value, text) in &self.x_ticks {
            let Some(across) = self.across(*value) else {
                continue;
            };
            let ends = vec![(across, self.lower), (across, self.lower + 5.0)];
            shapes.push(stroke(ends, Ink::Axis, 1.0));
            let at = (across, self.lower + TICK + 8.0);
            shapes.push(tick(at, text.clone(), Anchor::Middle));
        }
    }

    fn draw_guides(&self, plot: &Plot, shapes: &mut Vec<Shape>) {
        for guide in &plot.guides {
            let Some(height) = self.height(guide.y) else {
                continue;
            };
            shapes.push(dashes((self.left, height), (self.right, height)));
        }
    }

    fn draw_line(&self, series: &Series, index: usize, shapes: &mut Vec<Shape>) {
        let upper = series.places.iter().filter_map(|place| {
            let (_, high) = place.interval?;
            self.point(place.x, high)
        });
        let lower = series.places.iter().rev().filter_map(|place| {
            let (low, _) = place.interval?;
            self.point(place.x, low)
        });
        let band: Vec<_> = upper.chain(lower).collect();
        if !band.is_empty() {
            shapes.push(Shape::Fill {
                points: band,
                ink: Ink::Band(index),
            });
        }
        let middle = |place: &Place| self.point(place.x, place.y);
        let points = series.places.iter().filter_map(middle).collect();
        shapes.push(series_line(points, index, 2.0));
    }

    fn draw_points(&self, plot: &Plot, series: &Series, index: usize, shapes: &mut Vec<Shape>) {
        let (rank, count) = rank(plot, index);
        let aside = APART * (rank as f64 - (count as f64 - 1.0) / 2.0);
        for place in &series.places {
            let Some((across, height)) = self.point(place.x, place.y) else {
                continue;
            };
            self.draw_whisker(place, across + aside, Ink::Series(index), shapes);
            shapes.push(Shape::Dot {
                center: (across + aside, height),
                radius: 4.0,
                ink: Ink::Series(index),
            });
        }
    }

    fn draw_bars(&self, plot: &Plot, series: &Series, index: usize, shapes: &mut Vec<Shape>) {
        let (rank, count) = rank(plot, index);
        let width = BAR_SHARE * self.spacing(plot) / count as f64;
        let bottom = if plot.y.logarithmic {
            None
        } else {
            self.height(0.0)
        };
        let bottom = bottom.unwrap_or(self.lower);
        for place in &series.places {
            let Some((across, height)) = self.point(place.x, place.y) else {
                continue;
            };
            let left = across + width * (rank as f64 - count as f64 / 2.0);
            // A little air between neighbours.
            let right = left + width - 1.5;
            shapes.push(Shape::Fill {
                points: vec![
                    (left, bottom),
                    (left, height),
                    (right, height),
                    (right, bottom),
                ],
                ink: Ink::Series(index),
            });
            self.draw_whisker(place, (left + right) / 2.0, Ink::Quiet, shapes);
        }
    }

    fn draw_whisker(&self, place: &Place, across: f64, ink: Ink, shapes: &mut Vec<Shape>) {
        const HALF_CAP: f64 = 4.0;
        let ends = place
            .interval
            .and_then(|(low, high)| Some((self.height(low)?, self.height(high)?)));
        let Some((low, high)) = ends else { return };
        shapes.push(stroke(vec![(across, low), (across, high)], ink, 1.5));
        for end in [low, high] {
            let cap = vec![(across - HALF_CAP, end), (across + HALF_CAP, end)];
            shapes.push(stroke(cap, ink, 1.5));
        }
    }

    /// The room from one place with bars to the next.
    fn spacing(&self, plot: &Plot) -> f64 {
        let places = plot.series.iter().flat_map(|series| &series.places);
        let mut all: Vec<f64> = places.filter_map(|place| self.across(place.x)).collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        let gaps = all.windows(2).map(|pair| pair[1] - pair[0]);
        gaps.fold((self.right - self.left) / 4.0, f64::min)
    }

    fn point(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((self.across(x)?, self.height(y)?))
    }

    fn across(&self, x: f64) -> Option<f64> {
        let place = self.x.place(x)?;
        Some(self.left + place * (self.right - self.left))
    }

    fn height(&self, y: f64) -> Option<f64> {
        let place = self.y.place(y)?;
        Some(self.lower - place * (self.lower - self.upper))
    }
}

/// Which of the series drawn alike this is, and how many there are.
fn rank(plot: &Plot, index: usize) -> (usize, usize) {
    let is_alike = |series: &&Series| series.marks == plot.series[index].marks;
    let before = plot.series[..index].iter().filter(is_alike).count();
    (before, plot.series.iter().filter(is_alike).count())
}

/// The lines of the legend: all that has a name.
fn legend(plot: &Plot, left: f64, right: f64) -> Vec<Vec<(f64, Key)>> {
    let series = (0..plot.series.len()).map(Key::Series);
    let guides = (0..plot.guides.len()).map(Key::Guide);
    let mut lines: Vec<Vec<(f64, Key)>> = Vec::new();
    let mut from = right;
    for key in series.chain(guides) {
        let name = key.name(plot);
        if name.is_empty() {
            continue;
        }
        let width = 24.0 + WIDEST_FONT * lettering::width(name, LABEL) + 16.0;
        if lines.is_empty() || from + width > right {
            lines.push(Vec::new());
            from = left;
        }
        if let Some(line) = lines.last_mut() {
            line.push((from, key));
        }
        from += width;
    }
    lines
}

/// What something looks like, beside its name in the legend.
fn draw_key(plot: &Plot, key: Key, (x, y): (f64, f64), shapes: &mut Vec<Shape>) {
    let Key::Series(index) = key else {
        shapes.push(dashes((x, y), (x + 16.0, y)));
        return;
    };
    let ink = Ink::Series(index);
    match plot.series[index].marks {
        Marks::Line => shapes.push(series_line(vec![(x, y), (x + 16.0, y)], index, 3.0)),
        Marks::Points => shapes.push(Shape::Dot {
            center: (x + 8.0, y),
            radius: 4.0,
            ink,
        }),
        Marks::Bars => shapes.push(Shape::Fill {
            points: vec![
                (x + 3.0, y - 5.0),
                (x + 13.0, y - 5.0),
                (x + 13.0, y + 5.0),
                (x + 3.0, y + 5.0),
            ],
            ink,
        }),
    }
}

fn dashes(from: (f64, f64), to: (f64, f64)) -> Shape {
    Shape::Stroke {
        points: vec![from, to],
        ink: Ink::Guide,
        width: 1.5,
        dashed: true,
    }
}

fn stroke(points: Vec<(f64, f64)>, ink: Ink, width: f64) -> Shape {
    Shape::Stroke {
        points,
        ink,
        width,
        dashed: false,
    }
}

/// The line of a series; when all colours are used up they come again, dashed.
fn series_line(points: Vec<(f64, f64)>, index: usize, width: f64) -> Shape {
    Shape::Stroke {
        points,
        ink: Ink::Series(index),
        width,
        dashed: index >= Ink::SERIES_COUNT,
    }
}

fn label(at: (f64, f64), text: String, anchor: Anchor) -> Shape {
    words(at, text, LABEL, anchor, Ink::Text)
}

fn tick(at: (f64, f64), text: String, anchor: Anchor) -> Shape {
    words(at, text, TICK, anchor, Ink::Quiet)
}

fn words(at: (f64, f64), text: String, size: f64, anchor: Anchor, ink: Ink) -> Shape {
    Shape::Text {
        at,
        text,
        size,
        bold: false,
        anchor,
        ink,
    }
}
