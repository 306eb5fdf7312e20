//! Description of a figure: plots, axes, series.

use serde::{Deserialize, Serialize};

use crate::layout;

/// A column of plots.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    /// The plots, from top to bottom.
    pub plots: Vec<Plot>,
}

/// Two axes and the series drawn in them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plot {
    /// Title, one line.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Data series; later ones are drawn on top.
    pub series: Vec<Series>,
    /// Horizontal reference lines.
    #[serde(rename = "guides")]
    pub reference_lines: Vec<ReferenceLine>,
}

/// One axis of a plot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// Logarithmic scale. Negative values are not drawn; 0 is drawn at the low end.
    #[serde(rename = "logarithmic")]
    pub log_scale: bool,
    /// Visible range; `None` fits the data. Values outside are clamped to the edge.
    pub range: Option<(f64, f64)>,
    /// Positions and labels of ticks; round numbers if empty.
    pub ticks: Vec<(f64, String)>,
}

/// One data series.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// Name in the legend; not listed there if empty.
    pub name: String,
    /// How the points are drawn.
    #[serde(rename = "marks")]
    pub mark: Mark,
    /// The data.
    #[serde(rename = "places")]
    pub points: Vec<Point>,
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// A line, with a band where points have intervals.
    Line,
    /// Points with error bars.
    #[serde(rename = "points")]
    Point,
    /// Bars from zero with error bars.
    #[serde(rename = "bars")]
    Bar,
}

/// A data point with an optional confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// x value.
    pub x: f64,
    /// y value.
    pub y: f64,
    /// Lower and upper end of the confidence interval of `y`.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point without an interval.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }

    /// A point with the interval `low` to `high`.
    #[must_use]
    pub fn with_interval(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self {
            x,
            y,
            interval: Some((low, high)),
        }
    }
}

impl Series {
    /// A line.
    #[must_use]
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self {
            name: name.into(),
            mark: Mark::Line,
            points: points.into_iter().collect(),
        }
    }

    /// The same data drawn with another mark.
    #[must_use]
    pub fn with_mark(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }
}

impl Plot {
    /// A plot without reference lines.
    #[must_use]
    pub fn new(
        title: impl Into<String>,
        x: impl Into<Axis>,
        y: impl Into<Axis>,
        series: impl IntoIterator<Item = Series>,
    ) -> Self {
        Self {
            title: title.into(),
            x: x.into(),
            y: y.into(),
            series: series.into_iter().collect(),
            reference_lines: Vec::new(),
        }
    }

    /// Adds a horizontal reference line.
    #[must_use]
    pub fn with_reference_line(mut self, y: f64, label: &str) -> Self {
        self.reference_lines.push(ReferenceLine {
            y,
            label: label.to_owned(),
        });
        self
    }
}

/// A horizontal line across the plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReferenceLine {
    /// y value.
    pub y: f64,
    /// Name in the legend; may be empty.
    pub label: String,
}

impl Axis {
    /// A linear axis fitted to the data.
    #[must_use]
    pub fn new(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            ..Self::default()
        }
    }

    /// Uses a logarithmic scale.
    #[must_use]
    pub fn with_log_scale(self) -> Self {
        Self {
            log_scale: true,
            ..self
        }
    }

    /// Sets the visible range.
    #[must_use]
    pub fn with_range(self, low: f64, high: f64) -> Self {
        Self {
            range: Some((low, high)),
            ..self
        }
    }

    /// Sets positions and labels of the ticks.
    #[must_use]
    pub fn with_ticks(self, ticks: Vec<(f64, String)>) -> Self {
        Self { ticks, ..self }
    }
}

/// A linear axis fitted to the data.
impl From<&str> for Axis {
    fn from(label: &str) -> Self {
        Self::new(label)
    }
}

impl Figure {
    /// A figure of one plot.
    #[must_use]
    pub fn new(plot: Plot) -> Self {
        Self { plots: vec![plot] }
    }

    /// Renders a self-contained SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        layout::render(self)
    }
}
