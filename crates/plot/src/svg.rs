//! Shapes as SVG: text that any browser shows, in the light and in the dark.

use std::fmt::Write;

use crate::scene::{Anchor, Ink, Scene, Shape};

/// The scene as a document of its own, which can also stand in the middle of a page.
pub(crate) fn write(scene: &Scene) -> String {
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
        escape(title),
        style()
    );
    for shape in &scene.shapes {
        write_shape(&mut svg, shape);
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

/// Writing to a string cannot fail.
fn write_shape(svg: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Stroke {
            points,
            ink,
            width,
            dashed,
        } => write!(
            svg,
            "<polyline class=\"l {}\" stroke-width=\"{width}\"{} points=\"{}\"/>",
            class(*ink),
            if *dashed {
                " stroke-dasharray=\"6 4\""
            } else {
                ""
            },
            list(points)
        ),
        Shape::Fill { points, ink } => write!(
            svg,
            "<polygon class=\"{}\" points=\"{}\"/>",
            class(*ink),
            list(points)
        ),
        Shape::Dot {
            center: (x, y),
            radius,
            ink,
        } => write!(
            svg,
            "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            class(*ink),
            round(*x),
            round(*y)
        ),
        Shape::Text {
            at: (x, y),
            text,
            size,
            bold,
            anchor,
            ink,
        } => write!(
            svg,
            "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{size}\"{}{}>{}</text>",
            class(*ink),
            round(*x),
            round(*y),
            if *bold { " font-weight=\"600\"" } else { "" },
            match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            },
            escape(text)
        ),
    };
}

/// The colours by class. All of it is below one class, so that it leaves alone the page around it.
fn style() -> String {
    let mut inks = vec![
        Ink::Paper,
        Ink::Text,
        Ink::Quiet,
        Ink::Grid,
        Ink::Axis,
        Ink::Guide,
    ];
    inks.extend((0..Ink::SERIES_COUNT).map(Ink::Series));
    let rules = |color: fn((u32, u32)) -> u32| -> String {
        let rule = |ink: &Ink| {
            format!(
                ".plot .{}{{color:#{:06x}}}",
                class(*ink),
                color(ink.colors())
            )
        };
        inks.iter().map(rule).collect()
    };
    format!(
        ".plot{{font-family:system-ui,sans-serif}}.plot *{{fill:currentColor}}\
         .plot .l{{fill:none;stroke:currentColor;stroke-linejoin:round;stroke-linecap:round}}\
         .plot .band{{fill-opacity:{}}}{}@media(prefers-color-scheme:dark){{{}}}",
        Ink::Band(0).opacity(),
        rules(|(light, _)| light),
        rules(|(_, dark)| dark)
    )
}

fn class(ink: Ink) -> String {
    match ink {
        Ink::Paper => "paper".to_owned(),
        Ink::Text => "text".to_owned(),
        Ink::Quiet => "quiet".to_owned(),
        Ink::Grid => "grid".to_owned(),
        Ink::Axis => "axis".to_owned(),
        Ink::Guide => "guide".to_owned(),
        Ink::Series(index) => format!("s{}", index % Ink::SERIES_COUNT),
        Ink::Band(index) => format!("band s{}", index % Ink::SERIES_COUNT),
    }
}

fn list(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> = points
        .iter()
        .map(|&(x, y)| format!("{},{}", round(x), round(y)))
        .collect();
    texts.join(" ")
}

/// A tenth of a pixel is all that can be seen.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::scene::Ink;
    use crate::{Axis, Figure, Guide, Marks, Place, Plot, Series};

    /// One of everything.
    fn figure(name: &str) -> Figure {
        let series = |marks, name: &str| Series {
            name: name.to_owned(),
            marks,
            places: vec![
                Place::between(1.0, 2.0, 1.0, 3.0),
                Place::exact(2.0, 4.0),
                Place::exact(3.0, f64::NAN),
            ],
        };
        Figure::of(Plot {
            title: "a & b".to_owned(),
            x: Axis::new("across"),
            y: Axis::new("up"),
            series: vec![
                series(Marks::Line, name),
                series(Marks::Points, "dots"),
                series(Marks::Bars, "bars"),
            ],
            guides: vec![Guide {
                y: 5.0,
                label: "five".to_owned(),
            }],
        })
    }

    #[test]
    fn everything_described_is_there() {
        let svg = figure("<name>").svg();
        for text in [
            "<title>a &amp; b</title>",
            ">&lt;name&gt;</text>",
            ">across</text>",
            ">up</text>",
            ">five</text>",
            "prefers-color-scheme:dark",
        ] {
            assert!(svg.contains(text), "{text} is missing in {svg}");
        }
        // The key in the legend, and the two places that can be seen.
        assert_eq!(svg.matches("<circle class=\"s1\"").count(), 3);
        assert_eq!(svg.matches("<polygon class=\"s2\"").count(), 3);
        assert_eq!(svg.matches("<polygon class=\"band s0\"").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn series_beyond_the_last_colour_are_dashed() {
        let line = Series {
            name: "one of many".to_owned(),
            marks: Marks::Line,
            places: vec![Place::exact(1.0, 2.0), Place::exact(2.0, 4.0)],
        };
        let series = vec![line; Ink::SERIES_COUNT + 2];
        let svg = Figure::of(Plot {
            series,
            ..Plot::default()
        });
        // Two lines and their keys in the legend.
        assert_eq!(svg.svg().matches("stroke-dasharray").count(), 4);
    }

    #[test]
    fn a_picture_without_numbers_is_still_one() {
        let empty = Figure::of(Plot::default());
        assert!(empty.svg().ends_with("</svg>\n"));
        assert!(!empty.png().unwrap().is_empty());
    }
}
