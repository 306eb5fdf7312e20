//! Thermographs: Left and Right walls of a game over the temperature.
//!
//! The *Left wall* is the Left stop of the game cooled by each temperature, the *Right wall* the
//! Right stop. They meet at the *temperature* of the game; above it is the *mast* at the *mean*.

use std::sync::Arc;

use crate::dyadic::Dyadic;

/// A point of a wall where its slope changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WallPoint {
    /// The temperature.
    pub temperature: Dyadic,
    /// The value of the wall at this temperature.
    pub value: Dyadic,
}

/// Thermograph of a game for temperatures from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    left: Vec<WallPoint>,
    right: Vec<WallPoint>,
    temperature: Dyadic,
}

/// A piecewise linear function of the temperature, starting at 0; `slope` applies after the last
/// point.
#[derive(Clone, Debug)]
struct Trajectory {
    points: Vec<WallPoint>,
    slope: i64,
}

impl Thermograph {
    /// Thermograph of a number: a mast. Its temperature is `-1/2^n`, where `2^n` is the
    /// denominator.
    pub(crate) fn of_number(number: Dyadic) -> Self {
        let mast = vec![WallPoint {
            temperature: Dyadic::ZERO,
            value: number,
        }];
        let step =
            (0..number.denominator_exponent()).fold(Dyadic::from_integer(1), |step, _| step.half());
        Self {
            left: mast.clone(),
            right: mast,
            temperature: -step,
        }
    }

    /// Thermograph of a game that is not a number.
    pub(crate) fn of_options(left: &[Arc<Self>], right: &[Arc<Self>]) -> Self {
        let left = Trajectory::best(left.iter().map(|option| option.right.clone()));
        // The Right wall is the negative of the Left wall of the negative.
        let right = Trajectory::best(right.iter().map(|option| negated(&option.left)));
        let right = Trajectory {
            points: negated(&right.points),
            slope: -right.slope,
        };
        let temperature = left.intersection(&right);
        Self {
            left: left.truncated(temperature),
            right: right.truncated(temperature),
            temperature,
        }
    }

    /// The temperature of the game.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// The mean of the game.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.left[self.left.len() - 1].value
    }

    /// The Left wall at a temperature of 0 or more.
    #[must_use]
    pub fn left_wall_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.left, 0, temperature)
    }

    /// The Right wall at a temperature of 0 or more.
    #[must_use]
    pub fn right_wall_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.right, 0, temperature)
    }

    /// The points of the Left wall from temperature 0; the last one is the foot of the mast.
    #[must_use]
    pub fn left_wall(&self) -> &[WallPoint] {
        &self.left
    }

    /// The points of the Right wall from temperature 0; the last one is the foot of the mast.
    #[must_use]
    pub fn right_wall(&self) -> &[WallPoint] {
        &self.right
    }
}

/// Interpolates between points; `slope` applies after the last point.
fn value_at(points: &[WallPoint], slope: i64, temperature: Dyadic) -> Dyadic {
    let next = points.partition_point(|point| point.temperature <= temperature);
    let point = points[next - 1];
    let run = (temperature - point.temperature).to_raw();
    let slope = match points.get(next) {
        // All slopes are integers.
        Some(above) => {
            (above.value - point.value).to_raw() / (above.temperature - point.temperature).to_raw()
        }
        None => slope,
    };
    Dyadic::from_raw(point.value.to_raw() + slope * run)
}

fn negated(points: &[WallPoint]) -> Vec<WallPoint> {
    let negate = |point: &WallPoint| WallPoint {
        value: -point.value,
        ..*point
    };
    points.iter().map(negate).collect()
}

impl Trajectory {
    /// The maximum of walls minus the temperature: the cost of one more move.
    fn best(walls: impl Iterator<Item = Vec<WallPoint>>) -> Self {
        let cooled = walls.map(|mut points| {
            for point in &mut points {
                point.value = point.value - point.temperature;
            }
            Self { points, slope: -1 }
        });
        cooled
            .reduce(|one, other| one.max(&other))
            .expect("a game that is not a number has options on both sides")
    }

    fn value_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.points, self.slope, temperature)
    }

    /// The temperatures of the points of two trajectories.
    fn breakpoints(&self, other: &Self) -> Vec<Dyadic> {
        let points = self.points.iter().chain(&other.points);
        let mut temperatures: Vec<Dyadic> = points.map(|point| point.temperature).collect();
        temperatures.sort_unstable();
        temperatures.dedup();
        temperatures
    }

    /// The pointwise maximum of two trajectories with the same final slope.
    fn max(&self, other: &Self) -> Self {
        let mut points: Vec<WallPoint> = Vec::new();
        let mut before: Option<(Dyadic, i64)> = None;
        for t in self.breakpoints(other) {
            let gap = (self.value_at(t) - other.value_at(t)).to_raw();
            if let Some((below, gap_below)) = before
                && gap.signum() * gap_below.signum() < 0
            {
                let crossing = below + interpolate(t - below, gap_below, gap_below - gap);
                push_point(&mut points, crossing, self.value_at(crossing));
            }
            push_point(&mut points, t, self.value_at(t).max(other.value_at(t)));
            before = Some((t, gap));
        }
        Self {
            points,
            slope: self.slope,
        }
    }

    /// The temperature, at least 0, at which the Left wall meets the Right wall.
    fn intersection(&self, right: &Self) -> Dyadic {
        let mut before: Option<(Dyadic, i64)> = None;
        for t in self.breakpoints(right) {
            let gap = (self.value_at(t) - right.value_at(t)).to_raw();
            if gap <= 0 {
                return before.map_or(t, |(below, gap_below)| {
                    below + interpolate(t - below, gap_below, gap_below - gap)
                });
            }
            before = Some((t, gap));
        }
        let (last, gap) = before.expect("every trajectory has a point");
        last + Dyadic::from_raw(gap).half()
    }

    /// The points below a temperature, and one at it.
    fn truncated(&self, end: Dyadic) -> Vec<WallPoint> {
        let mut points: Vec<WallPoint> = Vec::new();
        for point in self.points.iter().filter(|point| point.temperature < end) {
            push_point(&mut points, point.temperature, point.value);
        }
        push_point(&mut points, end, self.value_at(end));
        points
    }
}

/// `height · part / whole`, which is a dyadic rational since slopes are integers.
fn interpolate(height: Dyadic, part: i64, whole: i64) -> Dyadic {
    let (product, whole) = (
        i128::from(height.to_raw()) * i128::from(part),
        i128::from(whole),
    );
    assert!(product % whole == 0, "a number finer than 1/2^32 is needed");
    Dyadic::from_raw((product / whole) as i64)
}

/// Adds a point; replaces the last one if that lies on the line to the new one.
fn push_point(points: &mut Vec<WallPoint>, temperature: Dyadic, value: Dyadic) {
    if let [.., before, last] = points[..] {
        let run = |from: WallPoint, to: Dyadic| i128::from((to - from.temperature).to_raw());
        let rise = |from: WallPoint, to: Dyadic| i128::from((to - from.value).to_raw());
        if rise(before, last.value) * run(last, temperature)
            == rise(last, value) * run(before, last.temperature)
        {
            points.pop();
        }
    }
    points.push(WallPoint { temperature, value });
}
