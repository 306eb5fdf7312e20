//! Shapes as pixels.

use thiserror::Error;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};

use crate::lettering;
use crate::scene::{Anchor, Ink, Scene, Shape};

/// Pixels a unit of the scene: sharp on fine screens, too.
const SCALE: f32 = 2.0;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the picture cannot be painted: {0}")]
pub struct PictureError(String);

/// Paints the scene in its light colours.
pub(crate) fn paint(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let size = |length: f64| (length as f32 * SCALE).ceil() as u32;
    let pixels = Pixmap::new(size(scene.width), size(scene.height));
    let mut pixels = pixels.ok_or_else(|| PictureError("it has no size".to_owned()))?;
    pixels.fill(color(Ink::Paper));
    for shape in &scene.shapes {
        paint_shape(&mut pixels, shape);
    }
    pixels
        .encode_png()
        .map_err(|error| PictureError(error.to_string()))
}

fn paint_shape(pixels: &mut Pixmap, shape: &Shape) {
    match shape {
        Shape::Stroke {
            points,
            ink,
            width,
            dashed,
        } => {
            let dash = dashed.then(|| StrokeDash::new(vec![6.0, 4.0], 0.0));
            stroke(
                pixels,
                path(points, false),
                *ink,
                *width as f32,
                dash.flatten(),
            );
        }
        Shape::Fill { points, ink } => fill(pixels, path(points, true), *ink),
        Shape::Dot {
            center: (x, y),
            radius,
            ink,
        } => {
            let circle = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32);
            fill(pixels, circle, *ink);
        }
        Shape::Text {
            at: (x, y),
            text,
            size,
            bold,
            anchor,
            ink,
        } => {
            let width = lettering::width(text, *size);
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            let weight = if *bold { 0.115 } else { 0.085 } * *size as f32;
            stroke(
                pixels,
                lettering::path(text, *size, (left, *y)),
                *ink,
                weight,
                None,
            );
        }
    }
}

fn path(points: &[(f64, f64)], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (first, others) = points.split_first()?;
    builder.move_to(first.0 as f32, first.1 as f32);
    for &(x, y) in others {
        builder.line_to(x as f32, y as f32);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn fill(pixels: &mut Pixmap, path: Option<Path>, ink: Ink) {
    if let Some(path) = path {
        pixels.fill_path(&path, &paint_of(ink), FillRule::Winding, transform(), None);
    }
}

fn stroke(pixels: &mut Pixmap, path: Option<Path>, ink: Ink, width: f32, dash: Option<StrokeDash>) {
    let Some(path) = path else { return };
    let stroke = Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash,
        ..Stroke::default()
    };
    pixels.stroke_path(&path, &paint_of(ink), &stroke, transform(), None);
}

fn transform() -> Transform {
    Transform::from_scale(SCALE, SCALE)
}

fn paint_of(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(color(ink));
    paint
}

fn color(ink: Ink) -> Color {
    let (light, _) = ink.colors();
    let [_, red, green, blue] = light.to_be_bytes();
    let alpha = (ink.opacity() * 255.0).round() as u8;
    Color::from_rgba8(red, green, blue, alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A filled half on a white ground: the pixels are where they should be.
    #[test]
    fn shapes_become_pixels() {
        let scene = Scene {
            width: 10.0,
            height: 10.0,
            title: String::new(),
            shapes: vec![Shape::Fill {
                points: vec![(0.0, 0.0), (5.0, 0.0), (5.0, 10.0), (0.0, 10.0)],
                ink: Ink::Series(0),
            }],
        };
        let pixels = Pixmap::decode_png(&paint(&scene).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (20, 20));
        let at = |x, y| {
            let pixel = pixels.pixel(x, y).unwrap();
            (pixel.red(), pixel.green(), pixel.blue())
        };
        assert_eq!((at(3, 3), at(15, 3)), ((0x1f, 0x5f, 0xa0), (255, 255, 255)));
    }

    #[test]
    fn a_picture_without_size_is_an_error() {
        let scene = Scene {
            width: 10.0,
            height: 0.0,
            title: String::new(),
            shapes: Vec::new(),
        };
        let error = paint(&scene).unwrap_err().to_string();
        assert_eq!(error, "the picture cannot be painted: it has no size");
    }
}
