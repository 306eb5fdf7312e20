//! A picture as a flat list of shapes: all that is left to do is to write or paint them.

/// The shapes of a picture, the last on top.
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// What the picture shows, for those who cannot see it.
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

/// Something to be drawn. Coordinates grow to the right and downwards.
pub(crate) enum Shape {
    /// A line through points.
    Stroke {
        points: Vec<(f64, f64)>,
        ink: Ink,
        width: f64,
        dashed: bool,
    },
    /// A filled polygon.
    Fill { points: Vec<(f64, f64)>, ink: Ink },
    /// A filled circle.
    Dot {
        center: (f64, f64),
        radius: f64,
        ink: Ink,
    },
    /// A line of text on its base line.
    Text {
        at: (f64, f64),
        text: String,
        size: f64,
        bold: bool,
        anchor: Anchor,
        ink: Ink,
    },
}

/// Which end of a text its place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What something is drawn for; each kind has one colour in the light and one in the dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// The ground.
    Paper,
    /// Text that matters.
    Text,
    /// Text beside it.
    Quiet,
    /// The lines behind everything.
    Grid,
    /// The axes.
    Axis,
    /// Levels to compare with.
    Guide,
    /// A series.
    Series(usize),
    /// The band of a series.
    Band(usize),
}

impl Ink {
    /// Colours of series, in light and in dark; told apart by people who see few colours, too.
    const SERIES: [(u32, u32); 7] = [
        (0x1f5fa0, 0x74b3f2),
        (0xd0661c, 0xf2a365),
        (0x22815a, 0x6cd0a2),
        (0xa83b78, 0xe48bbd),
        (0x7d6608, 0xd6bf63),
        (0x1b8a9c, 0x6ad0de),
        (0x6b4fb3, 0xb59cf0),
    ];

    /// How many series look different.
    pub(crate) const SERIES_COUNT: usize = Self::SERIES.len();

    /// The colour in the light and in the dark, as red, green and blue.
    pub(crate) fn colors(self) -> (u32, u32) {
        match self {
            Self::Paper => (0xffffff, 0x16191d),
            Self::Text => (0x1c2126, 0xe8eaed),
            Self::Quiet => (0x59626b, 0xa6afb8),
            Self::Grid => (0xe6e9ec, 0x2b3036),
            Self::Axis => (0x9aa3ab, 0x6a737c),
            Self::Guide => (0xb3362b, 0xf08478),
            Self::Series(index) | Self::Band(index) => Self::SERIES[index % Self::SERIES.len()],
        }
    }

    /// How much of what is below is covered.
    pub(crate) fn opacity(self) -> f64 {
        match self {
            Self::Band(_) => 0.2,
            _ => 1.0,
        }
    }
}
