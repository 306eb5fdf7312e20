//! A laid-out figure as a flat list of shapes, and their colors.

/// Shapes of a figure; later ones are drawn on top.
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Accessible name of the figure.
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

/// A drawing primitive. x grows to the right, y downwards.
pub(crate) enum Shape {
    Polyline {
        points: Vec<(f64, f64)>,
        color: ColorRole,
        width: f64,
        dashed: bool,
    },
    Polygon {
        points: Vec<(f64, f64)>,
        color: ColorRole,
    },
    Circle {
        center: (f64, f64),
        radius: f64,
        color: ColorRole,
    },
    /// One line of text; `at` is on its baseline.
    Text {
        at: (f64, f64),
        text: String,
        size: f64,
        bold: bool,
        anchor: Anchor,
        color: ColorRole,
    },
}

/// Horizontal alignment of a text relative to its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What a color is used for; each role has a light and a dark color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColorRole {
    Background,
    Text,
    MutedText,
    Grid,
    Axis,
    ReferenceLine,
    Series(usize),
    /// The confidence band of a series.
    Band(usize),
}

impl ColorRole {
    /// Series colors (light, dark) of a color-blind-safe palette.
    const SERIES: [(u32, u32); 7] = [
        (0x1f5fa0, 0x74b3f2),
        (0xd0661c, 0xf2a365),
        (0x22815a, 0x6cd0a2),
        (0xa83b78, 0xe48bbd),
        (0x7d6608, 0xd6bf63),
        (0x1b8a9c, 0x6ad0de),
        (0x6b4fb3, 0xb59cf0),
    ];

    pub(crate) const SERIES_COLORS: usize = Self::SERIES.len();

    pub(crate) const BAND_OPACITY: f64 = 0.2;

    /// Light and dark color as `0xRRGGBB`.
    pub(crate) fn colors(self) -> (u32, u32) {
        match self {
            Self::Background => (0xffffff, 0x16191d),
            Self::Text => (0x1c2126, 0xe8eaed),
            Self::MutedText => (0x59626b, 0xa6afb8),
            Self::Grid => (0xe6e9ec, 0x2b3036),
            Self::Axis => (0x9aa3ab, 0x6a737c),
            Self::ReferenceLine => (0xb3362b, 0xf08478),
            Self::Series(index) | Self::Band(index) => Self::SERIES[index % Self::SERIES.len()],
        }
    }
}
