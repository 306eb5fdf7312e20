//! An SVG document with a light and a dark color scheme.

use std::fmt::Write;

/// Series colors (light, dark) of a color-blind-safe palette.
const SERIES_COLORS: [(u32, u32); 7] = [
    (0x1f5fa0, 0x74b3f2),
    (0xd0661c, 0xf2a365),
    (0x22815a, 0x6cd0a2),
    (0xa83b78, 0xe48bbd),
    (0x7d6608, 0xd6bf63),
    (0x1b8a9c, 0x6ad0de),
    (0x6b4fb3, 0xb59cf0),
];

/// Number of series with different colors.
pub(crate) const SERIES_COLOR_COUNT: usize = SERIES_COLORS.len();

const BAND_OPACITY: f64 = 0.2;

/// What a color is used for; each role has a light and a dark color.
#[derive(Clone, Copy)]
pub(crate) enum ColorRole {
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
    /// Value of the `class` attribute. Bands share the color of their series.
    fn css_class(self) -> String {
        match self {
            Self::Text => "text".to_owned(),
            Self::MutedText => "quiet".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Axis => "axis".to_owned(),
            Self::ReferenceLine => "guide".to_owned(),
            Self::Series(index) => format!("s{}", index % SERIES_COLOR_COUNT),
            Self::Band(index) => format!("band s{}", index % SERIES_COLOR_COUNT),
        }
    }
}

/// Horizontal alignment of a text relative to its position.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Size, weight and color of a text.
#[derive(Clone, Copy)]
pub(crate) struct TextStyle {
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) color: ColorRole,
}

/// A point in pixels; x grows to the right, y downwards.
pub(crate) type Pixel = (f64, f64);

/// Elements of a document; later ones are drawn on top.
#[derive(Default)]
pub(crate) struct Svg {
    elements: String,
}

impl Svg {
    pub(crate) fn polyline(
        &mut self,
        points: &[Pixel],
        color: ColorRole,
        width: f64,
        dashed: bool,
    ) {
        let dashes = if dashed {
            " stroke-dasharray=\"6 4\""
        } else {
            ""
        };
        self.push(format_args!(
            "<polyline class=\"l {}\" stroke-width=\"{width}\"{dashes} points=\"{}\"/>",
            color.css_class(),
            points_attribute(points)
        ));
    }

    pub(crate) fn polygon(&mut self, points: &[Pixel], color: ColorRole) {
        self.push(format_args!(
            "<polygon class=\"{}\" points=\"{}\"/>",
            color.css_class(),
            points_attribute(points)
        ));
    }

    pub(crate) fn circle(&mut self, (x, y): Pixel, radius: f64, color: ColorRole) {
        self.push(format_args!(
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            color.css_class(),
            round(x),
            round(y)
        ));
    }

    /// One line of text; `(x, y)` is on its baseline.
    pub(crate) fn text(&mut self, (x, y): Pixel, text: &str, style: TextStyle, anchor: Anchor) {
        let TextStyle { size, bold, color } = style;
        let weight = if bold { " font-weight=\"600\"" } else { "" };
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.push(format_args!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{size}\"{weight}{anchor}>{}</text>",
            color.css_class(),
            round(x),
            round(y),
            escape_xml(text)
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.elements, "{element}");
    }

    /// The complete document, which can also be inlined in HTML. `title` is its accessible name.
    pub(crate) fn document(&self, width: f64, height: f64, title: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" class=\"plot\">\n<title>{}</title>\n<style>{}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escape_xml(title),
            style_sheet(),
            self.elements
        )
    }
}

/// Style sheet, scoped to `.plot` so that it does not affect the embedding page.
fn style_sheet() -> String {
    let named = [
        ("paper".to_owned(), (0xffffff, 0x16191d)),
        (ColorRole::Text.css_class(), (0x1c2126, 0xe8eaed)),
        (ColorRole::MutedText.css_class(), (0x59626b, 0xa6afb8)),
        (ColorRole::Grid.css_class(), (0xe6e9ec, 0x2b3036)),
        (ColorRole::Axis.css_class(), (0x9aa3ab, 0x6a737c)),
        (ColorRole::ReferenceLine.css_class(), (0xb3362b, 0xf08478)),
    ];
    let series = SERIES_COLORS.into_iter().enumerate();
    let series = series.map(|(index, colors)| (ColorRole::Series(index).css_class(), colors));
    let colors: Vec<(String, (u32, u32))> = named.into_iter().chain(series).collect();
    let color_rules = |select: fn((u32, u32)) -> u32| -> String {
        let rules = colors.iter();
        rules
            .map(|(class, colors)| format!(".plot .{class}{{color:#{:06x}}}", select(*colors)))
            .collect()
    };
    format!(
        ".plot{{font-family:system-ui,sans-serif}}.plot *{{fill:currentColor}}\
         .plot .l{{fill:none;stroke:currentColor;stroke-linejoin:round;stroke-linecap:round}}\
         .plot .band{{fill-opacity:{BAND_OPACITY}}}{}@media(prefers-color-scheme:dark){{{}}}",
        color_rules(|(light, _)| light),
        color_rules(|(_, dark)| dark)
    )
}

/// Value of the `points` attribute: `x,y` pairs.
fn points_attribute(points: &[Pixel]) -> String {
    let pairs: Vec<String> = points
        .iter()
        .map(|&(x, y)| format!("{},{}", round(x), round(y)))
        .collect();
    pairs.join(" ")
}

/// Rounds to a tenth of a user unit.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Escapes text for XML and HTML content and double-quoted attributes.
#[must_use]
pub fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::SERIES_COLOR_COUNT;
    use crate::{Figure, Mark, Plot, Point, Series};

    /// A figure with every kind of mark; `name` is the name of the line.
    fn figure(name: &str) -> Figure {
        let points = [
            Point::with_interval(1.0, 2.0, 1.0, 3.0),
            Point::new(2.0, 4.0),
            Point::new(3.0, f64::NAN),
        ];
        let series = [
            Series::line(name, points),
            Series::line("dots", points).with_mark(Mark::Point),
            Series::line("bars", points).with_mark(Mark::Bar),
        ];
        let plot = Plot::new("a & b", "x label", "y label", series);
        Figure::new(plot.with_reference_line(5.0, "five"))
    }

    #[test]
    fn all_elements_are_rendered() {
        let svg = figure("<name>").to_svg();
        for text in [
            "<title>a &amp; b</title>",
            ">&lt;name&gt;</text>",
            ">x label</text>",
            ">y label</text>",
            ">five</text>",
            "prefers-color-scheme:dark",
        ] {
            assert!(svg.contains(text), "{text} is missing in {svg}");
        }
        // The legend entry and the two finite points.
        assert_eq!(svg.matches("<circle class=\"s1\"").count(), 3);
        assert_eq!(svg.matches("<polygon class=\"s2\"").count(), 3);
        assert_eq!(svg.matches("<polygon class=\"band s0\"").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn series_beyond_the_palette_are_dashed() {
        let line = Series::line("line", [Point::new(1.0, 2.0), Point::new(2.0, 4.0)]);
        let series = vec![line; SERIES_COLOR_COUNT + 2];
        let figure = Figure::new(Plot::new("", "", "", series));
        // Two lines and their legend entries.
        assert_eq!(figure.to_svg().matches("stroke-dasharray").count(), 4);
    }

    #[test]
    fn an_empty_plot_is_rendered() {
        let svg = Figure::new(Plot::default()).to_svg();
        assert!(svg.ends_with("</svg>\n"));
    }
}
