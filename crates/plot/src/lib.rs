//! Plots as SVG.
//!
//! A [`Figure`] is a column of [`Plot`]s; a plot has two [axes](Axis), [`Series`] of lines with
//! confidence bands, points with error bars or bars, and [reference lines](ReferenceLine).
//! An SVG follows the reader's light or dark color scheme.
//!
//! ```
//! use plot::{Axis, Figure, Plot, Point, Series};
//!
//! let elo = [Point::new(0.1, 0.0), Point::with_interval(1.0, 210.0, 190.0, 230.0)];
//! let figure = Figure::new(Plot::new(
//!     "Elo against time",
//!     Axis::new("seconds per move").with_log_scale(),
//!     "Elo",
//!     [Series::line("network", elo)],
//! ));
//! assert!(figure.to_svg().starts_with("<svg"));
//! ```

mod figure;
mod layout;
mod scale;
mod svg;

pub use figure::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};
pub use scale::format_number;
pub use svg::escape_xml;
