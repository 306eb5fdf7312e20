//! What is to be seen: the description that a picture is made from.

use serde::{Deserialize, Serialize};

use crate::layout;
use crate::png::{self, PictureError};
use crate::svg;

/// One picture: plots below each other.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    /// The plots, from the top.
    pub plots: Vec<Plot>,
}

/// Two axes and what is between them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plot {
    /// What it shows, in a line.
    pub title: String,
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// What is drawn, the last on top.
    pub series: Vec<Series>,
    /// Levels to compare with.
    pub guides: Vec<Guide>,
}

/// One direction of a plot.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Axis {
    /// What is counted along it.
    pub label: String,
    /// Whether equal steps are equal factors. Values that are not positive are not shown then.
    pub logarithmic: bool,
    /// What to show; all there is, if not said. What lies outside is drawn at the edge.
    pub range: Option<(f64, f64)>,
    /// Where to write what; round numbers, if empty.
    pub ticks: Vec<(f64, String)>,
}

/// Numbers that belong together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// What they are; without a name they are not in the legend.
    pub name: String,
    /// How they are drawn.
    pub marks: Marks,
    /// Where they are.
    pub places: Vec<Place>,
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marks {
    /// A line, with a band where there are intervals.
    Line,
    /// Points, with their intervals as whiskers.
    Points,
    /// Bars from zero, with their intervals as whiskers.
    Bars,
}

/// A value at a place, and the interval that it is thought to lie in.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Where.
    pub x: f64,
    /// How much.
    pub y: f64,
    /// The lower and upper end of the interval, if it is known.
    pub interval: Option<(f64, f64)>,
}

impl Place {
    /// A value that is known exactly, or as if it were.
    #[must_use]
    pub fn exact(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            interval: None,
        }
    }

    /// A value with its interval.
    #[must_use]
    pub fn between(x: f64, y: f64, low: f64, high: f64) -> Self {
        Self {
            x,
            y,
            interval: Some((low, high)),
        }
    }
}

/// A level across the whole plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Guide {
    /// How high.
    pub y: f64,
    /// What it is; may be empty.
    pub label: String,
}

impl Axis {
    /// An axis of round numbers that shows all there is.
    #[must_use]
    pub fn new(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            ..Self::default()
        }
    }

    /// The same with equal factors as equal steps.
    #[must_use]
    pub fn logarithmic(self) -> Self {
        Self {
            logarithmic: true,
            ..self
        }
    }

    /// The same from one value to another.
    #[must_use]
    pub fn over(self, low: f64, high: f64) -> Self {
        Self {
            range: Some((low, high)),
            ..self
        }
    }

    /// The same with texts at places instead of numbers.
    #[must_use]
    pub fn with_ticks(self, ticks: Vec<(f64, String)>) -> Self {
        Self { ticks, ..self }
    }
}

impl Figure {
    /// A picture of one plot.
    #[must_use]
    pub fn of(plot: Plot) -> Self {
        Self { plots: vec![plot] }
    }

    /// The picture as SVG, complete in itself.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::write(&layout::arrange(self))
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If there is nothing to paint on, for want of plots or of memory.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        png::paint(&layout::arrange(self))
    }
}
