//! Renders a [`Scene`] as SVG with a light and a dark color scheme.

use std::fmt::Write;

use crate::shapes::{Anchor, ColorRole, Scene, Shape};

/// Renders a complete SVG document that can also be inlined in HTML.
pub(crate) fn render(scene: &Scene) -> String {
    let Scene {
        width,
        height,
        title,
        ..
    } = scene;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" class=\"plot\">\n<title>{}</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escape_xml(title),
        style_sheet()
    );
    for shape in &scene.shapes {
        write_shape(&mut svg, shape);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn write_shape(svg: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Polyline {
            points,
            color,
            width,
            dashed,
        } => write!(
            svg,
            "<polyline class=\"l {}\" stroke-width=\"{width}\"{} points=\"{}\"/>",
            css_class(*color),
            if *dashed {
                " stroke-dasharray=\"6 4\""
            } else {
                ""
            },
            points_attribute(points)
        ),
        Shape::Polygon { points, color } => write!(
            svg,
            "<polygon class=\"{}\" points=\"{}\"/>",
            css_class(*color),
            points_attribute(points)
        ),
        Shape::Circle {
            center: (x, y),
            radius,
            color,
        } => write!(
            svg,
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            css_class(*color),
            round(*x),
            round(*y)
        ),
        Shape::Text {
            at: (x, y),
            text,
            size,
            bold,
            anchor,
            color,
        } => write!(
            svg,
            "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{size}\"{}{}>{}</text>",
            css_class(*color),
            round(*x),
            round(*y),
            if *bold { " font-weight=\"600\"" } else { "" },
            match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            },
            escape_xml(text)
        ),
    };
}

/// Style sheet, scoped to `.plot` so that it does not affect the embedding page.
fn style_sheet() -> String {
    let mut roles = vec![
        ColorRole::Background,
        ColorRole::Text,
        ColorRole::MutedText,
        ColorRole::Grid,
        ColorRole::Axis,
        ColorRole::ReferenceLine,
    ];
    roles.extend((0..ColorRole::SERIES_COLORS).map(ColorRole::Series));
    let color_rules = |select: fn((u32, u32)) -> u32| -> String {
        let rule = |role: &ColorRole| {
            format!(
                ".plot .{}{{color:#{:06x}}}",
                css_class(*role),
                select(role.colors())
            )
        };
        roles.iter().map(rule).collect()
    };
    format!(
        ".plot{{font-family:system-ui,sans-serif}}.plot *{{fill:currentColor}}\
         .plot .l{{fill:none;stroke:currentColor;stroke-linejoin:round;stroke-linecap:round}}\
         .plot .band{{fill-opacity:{}}}{}@media(prefers-color-scheme:dark){{{}}}",
        ColorRole::BAND_OPACITY,
        color_rules(|(light, _)| light),
        color_rules(|(_, dark)| dark)
    )
}

/// Value of a shape's `class` attribute. Bands share the color of their series.
fn css_class(role: ColorRole) -> String {
    match role {
        ColorRole::Background => "paper".to_owned(),
        ColorRole::Text => "text".to_owned(),
        ColorRole::MutedText => "quiet".to_owned(),
        ColorRole::Grid => "grid".to_owned(),
        ColorRole::Axis => "axis".to_owned(),
        ColorRole::ReferenceLine => "guide".to_owned(),
        ColorRole::Series(index) => format!("s{}", index % ColorRole::SERIES_COLORS),
        ColorRole::Band(index) => format!("band s{}", index % ColorRole::SERIES_COLORS),
    }
}

/// Value of the `points` attribute: `x,y` pairs.
fn points_attribute(points: &[(f64, f64)]) -> String {
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
    use crate::shapes::ColorRole;
    use crate::{Axis, Figure, Mark, Plot, Point, ReferenceLine, Series};

    /// A figure with every kind of mark; `name` is the name of the line.
    fn figure(name: &str) -> Figure {
        let series = |mark, name: &str| Series {
            name: name.to_owned(),
            mark,
            points: vec![
                Point::with_interval(1.0, 2.0, 1.0, 3.0),
                Point::new(2.0, 4.0),
                Point::new(3.0, f64::NAN),
            ],
        };
        Figure::new(Plot {
            title: "a & b".to_owned(),
            x: Axis::new("x label"),
            y: Axis::new("y label"),
            series: vec![
                series(Mark::Line, name),
                series(Mark::Point, "dots"),
                series(Mark::Bar, "bars"),
            ],
            reference_lines: vec![ReferenceLine {
                y: 5.0,
                label: "five".to_owned(),
            }],
        })
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
        let line = Series {
            name: "line".to_owned(),
            mark: Mark::Line,
            points: vec![Point::new(1.0, 2.0), Point::new(2.0, 4.0)],
        };
        let series = vec![line; ColorRole::SERIES_COLORS + 2];
        let figure = Figure::new(Plot {
            series,
            ..Plot::default()
        });
        // Two lines and their legend entries.
        assert_eq!(figure.to_svg().matches("stroke-dasharray").count(), 4);
    }

    #[test]
    fn an_empty_plot_is_rendered() {
        let svg = Figure::new(Plot::default()).to_svg();
        assert!(svg.ends_with("</svg>\n"));
    }
}
