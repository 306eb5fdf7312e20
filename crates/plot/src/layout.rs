//! Layout: draws a figure as SVG.

use crate::figure::{Figure, Mark, Plot, Point, Series};
use crate::scale::Scale;
use crate::svg::{Anchor, ColorRole, Pixel, SERIES_COLOR_COUNT, Svg, TextStyle};

const WIDTH: f64 = 760.0;
const PLOT_HEIGHT: f64 = 400.0;
const MARGIN: f64 = 18.0;
const TITLE: TextStyle = TextStyle {
    size: 16.0,
    bold: true,
    color: ColorRole::Text,
};
const LABEL: TextStyle = TextStyle {
    size: 13.0,
    bold: false,
    color: ColorRole::Text,
};
const TICK_LABEL: TextStyle = TextStyle {
    size: 12.0,
    bold: false,
    color: ColorRole::MutedText,
};
const LEGEND_LINE_HEIGHT: f64 = 20.0;
/// Assumed width of a character in units of the font size; the viewer chooses the font.
const CHARACTER_WIDTH: f64 = 0.6;
/// Horizontal distance between points of different series at the same x.
const DODGE_WIDTH: f64 = 9.0;
/// Share of the distance between neighbouring x values that bars take.
const BAR_WIDTH_RATIO: f64 = 0.76;

/// Draws all plots in one column.
pub(crate) fn render(figure: &Figure) -> String {
    let mut svg = Svg::default();
    let mut top = 0.0;
    for plot in &figure.plots {
        top = PlotArea::new(plot, top).draw(plot, &mut svg);
    }
    let titles: Vec<&str> = figure
        .plots
        .iter()
        .map(|plot| plot.title.as_str())
        .collect();
    svg.document(WIDTH, top, &titles.join("; "))
}

/// An entry of the legend, by index.
#[derive(Clone, Copy)]
enum LegendEntry {
    Series(usize),
    ReferenceLine(usize),
}

impl LegendEntry {
    fn name(self, plot: &Plot) -> &str {
        match self {
            Self::Series(index) => &plot.series[index].name,
            Self::ReferenceLine(index) => &plot.reference_lines[index].label,
        }
    }
}

/// The rectangle of one plot and its scales.
struct PlotArea {
    top: f64,
    x: Scale,
    y: Scale,
    x_ticks: Vec<(f64, String)>,
    y_ticks: Vec<(f64, String)>,
    /// Legend entries by line, with their left edges.
    legend: Vec<Vec<(f64, LegendEntry)>>,
    left: f64,
    right: f64,
    y_top: f64,
    y_bottom: f64,
}

impl PlotArea {
    fn new(plot: &Plot, top: f64) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let has_bars = plot.series.iter().any(|series| series.mark == Mark::Bar);
        let only_lines = plot.series.iter().all(|series| series.mark == Mark::Line);
        let mut x = Scale::fit(&plot.x, points().map(|point| point.x));
        if plot.x.range.is_none() {
            let room = if has_bars {
                0.12
            } else if only_lines {
                0.0
            } else {
                0.06
            };
            x = x.expanded(room, room);
        }
        let ends = points().flat_map(|point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
        let zero = (has_bars && !plot.y.log_scale).then_some(0.0);
        let levels = plot.reference_lines.iter().map(|line| line.y);
        let mut y = Scale::fit(&plot.y, ends.chain(levels).chain(zero));
        if plot.y.range.is_none() {
            y = y.expanded(if has_bars { 0.0 } else { 0.05 }, 0.06);
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
            .map(|(_, text)| text_width(text, TICK_LABEL.size))
            .fold(0.0, f64::max);
        let left = MARGIN + widest + 8.0;
        let right = WIDTH - MARGIN;
        let legend = legend(plot, MARGIN, right);
        let y_top = top
            + MARGIN
            + TITLE.size
            + 10.0
            + LEGEND_LINE_HEIGHT * legend.len() as f64
            + LABEL.size
            + 12.0;
        Self {
            top,
            x,
            y,
            x_ticks,
            y_ticks,
            legend,
            left,
            right,
            y_top,
            y_bottom: top + PLOT_HEIGHT - MARGIN - LABEL.size - TICK_LABEL.size - 16.0,
        }
    }

    /// Draws the plot and returns its bottom edge.
    fn draw(&self, plot: &Plot, svg: &mut Svg) -> f64 {
        self.draw_text(plot, svg);
        self.draw_axes(svg);
        for (index, series) in plot.series.iter().enumerate() {
            match series.mark {
                Mark::Line => self.draw_line(series, index, svg),
                Mark::Point => self.draw_points(plot, series, index, svg),
                Mark::Bar => self.draw_bars(plot, series, index, svg),
            }
        }
        self.draw_reference_lines(plot, svg);
        self.top + PLOT_HEIGHT
    }

    fn draw_text(&self, plot: &Plot, svg: &mut Svg) {
        let mut base = self.top + MARGIN + TITLE.size - 3.0;
        svg.text((MARGIN, base), &plot.title, TITLE, Anchor::Start);
        for line in &self.legend {
            base += LEGEND_LINE_HEIGHT + 2.0;
            for &(from, key) in line {
                draw_legend_mark(plot, key, (from, base - 4.0), svg);
                svg.text((from + 24.0, base), key.name(plot), LABEL, Anchor::Start);
            }
        }
        let above = (MARGIN, self.y_top - 9.0);
        svg.text(above, &plot.y.label, LABEL, Anchor::Start);
        let below = (
            (self.left + self.right) / 2.0,
            self.y_bottom + TICK_LABEL.size + LABEL.size + 14.0,
        );
        svg.text(below, &plot.x.label, LABEL, Anchor::Middle);
    }

    fn draw_axes(&self, svg: &mut Svg) {
        for (value, text) in &self.y_ticks {
            let Some(y) = self.y_pixel(*value) else {
                continue;
            };
            let ends = [(self.left, y), (self.right, y)];
            svg.polyline(&ends, ColorRole::Grid, 1.0, false);
            let at = (self.left - 8.0, y + TICK_LABEL.size * 0.35);
            svg.text(at, text, TICK_LABEL, Anchor::End);
        }
        let ends = [(self.left, self.y_bottom), (self.right, self.y_bottom)];
        svg.polyline(&ends, ColorRole::Axis, 1.0, false);
        for (value, text) in &self.x_ticks {
            let Some(x) = self.x_pixel(*value) else {
                continue;
            };
            let ends = [(x, self.y_bottom), (x, self.y_bottom + 5.0)];
            svg.polyline(&ends, ColorRole::Axis, 1.0, false);
            let at = (x, self.y_bottom + TICK_LABEL.size + 8.0);
            svg.text(at, text, TICK_LABEL, Anchor::Middle);
        }
    }

    fn draw_reference_lines(&self, plot: &Plot, svg: &mut Svg) {
        for line in &plot.reference_lines {
            if let Some(y) = self.y_pixel(line.y) {
                draw_reference_line((self.left, y), (self.right, y), svg);
            }
        }
    }

    fn draw_line(&self, series: &Series, index: usize, svg: &mut Svg) {
        let upper = series.points.iter().filter_map(|point| {
            let (_, high) = point.interval?;
            self.point(point.x, high)
        });
        let lower = series.points.iter().rev().filter_map(|point| {
            let (low, _) = point.interval?;
            self.point(point.x, low)
        });
        let band: Vec<_> = upper.chain(lower).collect();
        if !band.is_empty() {
            svg.polygon(&band, ColorRole::Band(index));
        }
        let middle = |point: &Point| self.point(point.x, point.y);
        let points: Vec<Pixel> = series.points.iter().filter_map(middle).collect();
        draw_series_line(&points, index, 2.0, svg);
    }

    fn draw_points(&self, plot: &Plot, series: &Series, index: usize, svg: &mut Svg) {
        let (rank, count) = series_rank(plot, index);
        let aside = DODGE_WIDTH * (rank as f64 - (count as f64 - 1.0) / 2.0);
        for point in &series.points {
            let Some((x, y)) = self.point(point.x, point.y) else {
                continue;
            };
            self.draw_error_bar(point, x + aside, ColorRole::Series(index), svg);
            svg.circle((x + aside, y), 4.0, ColorRole::Series(index));
        }
    }

    fn draw_bars(&self, plot: &Plot, series: &Series, index: usize, svg: &mut Svg) {
        let (rank, count) = series_rank(plot, index);
        let width = BAR_WIDTH_RATIO * self.bar_spacing(plot) / count as f64;
        let bottom = if plot.y.log_scale {
            None
        } else {
            self.y_pixel(0.0)
        };
        let bottom = bottom.unwrap_or(self.y_bottom);
        for point in &series.points {
            let Some((x, y)) = self.point(point.x, point.y) else {
                continue;
            };
            let left = x + width * (rank as f64 - count as f64 / 2.0);
            // Leaves a gap between neighbouring bars.
            let right = left + width - 1.5;
            let corners = [(left, bottom), (left, y), (right, y), (right, bottom)];
            svg.polygon(&corners, ColorRole::Series(index));
            self.draw_error_bar(point, (left + right) / 2.0, ColorRole::MutedText, svg);
        }
    }

    fn draw_error_bar(&self, point: &Point, x: f64, color: ColorRole, svg: &mut Svg) {
        const HALF_CAP_WIDTH: f64 = 4.0;
        let ends = point
            .interval
            .and_then(|(low, high)| Some((self.y_pixel(low)?, self.y_pixel(high)?)));
        let Some((low, high)) = ends else { return };
        svg.polyline(&[(x, low), (x, high)], color, 1.5, false);
        for end in [low, high] {
            let cap = [(x - HALF_CAP_WIDTH, end), (x + HALF_CAP_WIDTH, end)];
            svg.polyline(&cap, color, 1.5, false);
        }
    }

    /// Smallest distance between neighbouring x values.
    fn bar_spacing(&self, plot: &Plot) -> f64 {
        let points = plot.series.iter().flat_map(|series| &series.points);
        let mut all: Vec<f64> = points.filter_map(|point| self.x_pixel(point.x)).collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        let gaps = all.windows(2).map(|pair| pair[1] - pair[0]);
        gaps.fold((self.right - self.left) / 4.0, f64::min)
    }

    fn point(&self, x: f64, y: f64) -> Option<Pixel> {
        Some((self.x_pixel(x)?, self.y_pixel(y)?))
    }

    fn x_pixel(&self, x: f64) -> Option<f64> {
        let position = self.x.position(x)?;
        Some(self.left + position * (self.right - self.left))
    }

    fn y_pixel(&self, y: f64) -> Option<f64> {
        let position = self.y.position(y)?;
        Some(self.y_bottom - position * (self.y_bottom - self.y_top))
    }
}

/// Rank of a series among those with the same mark, and their number.
fn series_rank(plot: &Plot, index: usize) -> (usize, usize) {
    let has_same_mark = |series: &&Series| series.mark == plot.series[index].mark;
    let before = plot.series[..index].iter().filter(has_same_mark).count();
    (before, plot.series.iter().filter(has_same_mark).count())
}

/// Breaks the legend into lines; unnamed series are not listed.
fn legend(plot: &Plot, left: f64, right: f64) -> Vec<Vec<(f64, LegendEntry)>> {
    let series = (0..plot.series.len()).map(LegendEntry::Series);
    let reference_lines = (0..plot.reference_lines.len()).map(LegendEntry::ReferenceLine);
    let mut lines: Vec<Vec<(f64, LegendEntry)>> = Vec::new();
    let mut from = right;
    for key in series.chain(reference_lines) {
        let name = key.name(plot);
        if name.is_empty() {
            continue;
        }
        let width = 24.0 + text_width(name, LABEL.size) + 16.0;
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

/// Draws the sample of a legend entry.
fn draw_legend_mark(plot: &Plot, key: LegendEntry, (x, y): Pixel, svg: &mut Svg) {
    let LegendEntry::Series(index) = key else {
        return draw_reference_line((x, y), (x + 16.0, y), svg);
    };
    let color = ColorRole::Series(index);
    match plot.series[index].mark {
        Mark::Line => draw_series_line(&[(x, y), (x + 16.0, y)], index, 3.0, svg),
        Mark::Point => svg.circle((x + 8.0, y), 4.0, color),
        Mark::Bar => {
            let (left, right) = (x + 3.0, x + 13.0);
            let (top, bottom) = (y - 5.0, y + 5.0);
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
            svg.polygon(&corners, color);
        }
    }
}

fn draw_reference_line(from: Pixel, to: Pixel, svg: &mut Svg) {
    svg.polyline(&[from, to], ColorRole::ReferenceLine, 1.5, true);
}

/// Draws the line of a series; dashed when colors repeat.
fn draw_series_line(points: &[Pixel], index: usize, width: f64, svg: &mut Svg) {
    let dashed = index >= SERIES_COLOR_COUNT;
    svg.polyline(points, ColorRole::Series(index), width, dashed);
}

/// Approximate width of a text.
fn text_width(text: &str, size: f64) -> f64 {
    CHARACTER_WIDTH * size * text.chars().count() as f64
}
