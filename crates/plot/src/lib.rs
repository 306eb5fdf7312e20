//! Pictures of numbers, as SVG and as PNG from one description.
//!
//! A [`Figure`] is one or more [`Plot`]s below each other; a plot is two [axes](Axis), [`Series`] of
//! lines with bands, points with intervals or bars, and [guides](Guide) to compare them with.
//! `layout` turns it into a flat list of shapes, which `svg` writes as text and `png` paints as
//! pixels: what one shows, the other shows. An SVG follows the light or dark scheme of whoever looks
//! at it, a PNG is light.
//!
//! Nothing here knows what the numbers mean, and nothing of the machine is used: `lettering` has
//! letters of our own, so that a PNG looks the same where no font is installed.

mod figure;
mod layout;
mod lettering;
mod png;
mod scale;
mod scene;
mod svg;

pub use figure::{Axis, Figure, Guide, Marks, Place, Plot, Series};
pub use png::PictureError;
pub use scale::number;
