//! Thermographs: what a game is worth to either player if every move costs a tax.
//!
//! The *left wall* says for every tax what Left, moving first, makes of the game, the *right wall* the same for Right. They lean
//! towards each other and meet at the game's *temperature*: above it nobody wants to move, and the *mast*
//! stands at the *mean*. Drawn as is the custom: numbers grow to the left, the tax upwards.

use std::sync::Arc;

use crate::number::Number;

/// A corner of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corner {
    /// The tax.
    pub tax: Number,
    /// What the game is worth there.
    pub worth: Number,
}

/// What a game is worth at every temperature from zero on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    left: Vec<Corner>,
    right: Vec<Corner>,
    temperature: Number,
}

/// Lines from corner to corner, the first one at no tax; behind the last corner they go on with this slope.
#[derive(Clone, Debug)]
struct Wall {
    corners: Vec<Corner>,
    slope: i64,
}

impl Thermograph {
    /// A mast. Numbers are colder than zero: `-1` if whole, otherwise minus what their last digit stands for.
    pub(crate) fn of_number(number: Number) -> Self {
        let mast = vec![Corner {
            tax: Number::ZERO,
            worth: number,
        }];
        let step = (0..number.digits()).fold(Number::integer(1), |step, _| step.half());
        Self {
            left: mast.clone(),
            right: mast,
            temperature: -step,
        }
    }

    /// That of a game which is no number.
    pub(crate) fn of_options(lefts: &[Arc<Self>], rights: &[Arc<Self>]) -> Self {
        let left = lefts
            .iter()
            .map(|option| Wall::taxed(&option.right, -1))
            .reduce(|one, other| one.upper(&other))
            .expect("a game that is no number has options on both sides");
        // Right's wall is Left's in the mirror.
        let right = rights
            .iter()
            .map(|option| Wall::taxed(&mirrored(&option.left), -1))
            .reduce(|one, other| one.upper(&other))
            .expect("a game that is no number has options on both sides");
        let right = Wall {
            corners: mirrored(&right.corners),
            slope: -right.slope,
        };
        let temperature = left.meets(&right);
        Self {
            left: left.up_to(temperature),
            right: right.up_to(temperature),
            temperature,
        }
    }

    /// How much the first move is worth.
    #[must_use]
    pub fn temperature(&self) -> Number {
        self.temperature
    }

    /// What many copies are worth on average.
    #[must_use]
    pub fn mean(&self) -> Number {
        self.left[self.left.len() - 1].worth
    }

    /// What Left, moving first, makes of the game at a tax of zero or more.
    #[must_use]
    pub fn left_worth(&self, tax: Number) -> Number {
        worth_at(&self.left, 0, tax)
    }

    /// What Right, moving first, makes of the game at a tax of zero or more.
    #[must_use]
    pub fn right_worth(&self, tax: Number) -> Number {
        worth_at(&self.right, 0, tax)
    }

    /// The corners of Left's wall from no tax on; the last one is the foot of the mast.
    #[must_use]
    pub fn left_wall(&self) -> &[Corner] {
        &self.left
    }

    /// The corners of Right's wall from no tax on; the last one is the foot of the mast.
    #[must_use]
    pub fn right_wall(&self) -> &[Corner] {
        &self.right
    }
}

/// Where lines from corner to corner are at a tax; behind the last corner they go on with that slope.
fn worth_at(corners: &[Corner], slope: i64, tax: Number) -> Number {
    let next = corners.partition_point(|corner| corner.tax <= tax);
    let corner = corners[next - 1];
    let steps = (tax - corner.tax).steps();
    let slope = match corners.get(next) {
        // All lines are upright or lean by as much as the tax grows, or by twice that in between.
        Some(above) => (above.worth - corner.worth).steps() / (above.tax - corner.tax).steps(),
        None => slope,
    };
    Number::from_steps(corner.worth.steps() + slope * steps)
}

fn mirrored(corners: &[Corner]) -> Vec<Corner> {
    let mirror = |corner: &Corner| Corner {
        worth: -corner.worth,
        ..*corner
    };
    corners.iter().map(mirror).collect()
}

impl Wall {
    /// A finished wall with the tax for one more move.
    fn taxed(corners: &[Corner], sign: i64) -> Self {
        let pay = |corner: &Corner| Corner {
            tax: corner.tax,
            worth: Number::from_steps(corner.worth.steps() + sign * corner.tax.steps()),
        };
        Self {
            corners: corners.iter().map(pay).collect(),
            slope: sign,
        }
    }

    fn at(&self, tax: Number) -> Number {
        worth_at(&self.corners, self.slope, tax)
    }

    /// All taxes at which one of two walls has a corner.
    fn taxes(&self, other: &Self) -> Vec<Number> {
        let corners = self.corners.iter().chain(&other.corners);
        let mut taxes: Vec<Number> = corners.map(|corner| corner.tax).collect();
        taxes.sort_unstable();
        taxes.dedup();
        taxes
    }

    /// The greater of two walls everywhere; behind their last corners both have the same slope.
    fn upper(&self, other: &Self) -> Self {
        let mut corners: Vec<Corner> = Vec::new();
        let mut before: Option<(Number, i64)> = None;
        for tax in self.taxes(other) {
            let gap = (self.at(tax) - other.at(tax)).steps();
            if let Some((below, gap_below)) = before
                && gap.signum() * gap_below.signum() < 0
            {
                let height = (tax - below).steps();
                let crossing = below + share(height, gap_below, gap_below - gap);
                push(&mut corners, crossing, self.at(crossing));
            }
            push(&mut corners, tax, self.at(tax).max(other.at(tax)));
            before = Some((tax, gap));
        }
        Self {
            corners,
            slope: self.slope,
        }
    }

    /// The tax at which Left's wall meets Right's; it does at zero or above.
    fn meets(&self, right: &Self) -> Number {
        let mut before: Option<(Number, i64)> = None;
        for tax in self.taxes(right) {
            let gap = (self.at(tax) - right.at(tax)).steps();
            if gap <= 0 {
                return match before {
                    Some((below, gap_below)) => {
                        below + share((tax - below).steps(), gap_below, gap_below - gap)
                    }
                    None => tax,
                };
            }
            before = Some((tax, gap));
        }
        let (last, gap) = before.expect("every wall has a corner");
        last + Number::from_steps(gap).half()
    }

    /// The corners below a tax, and one there.
    fn up_to(&self, tax: Number) -> Vec<Corner> {
        let mut corners: Vec<Corner> = Vec::new();
        for corner in self.corners.iter().filter(|corner| corner.tax < tax) {
            push(&mut corners, corner.tax, corner.worth);
        }
        push(&mut corners, tax, self.at(tax));
        corners
    }
}

/// `height · part / whole`, which is a number with few digits since walls lean only by whole numbers.
fn share(height: i64, part: i64, whole: i64) -> Number {
    let steps = i128::from(height) * i128::from(part) / i128::from(whole);
    assert!(
        steps * i128::from(whole) == i128::from(height) * i128::from(part),
        "a number finer than 1/2^32 is needed"
    );
    Number::from_steps(steps as i64)
}

/// Adds a corner, unless it only lies on the line that is there.
fn push(corners: &mut Vec<Corner>, tax: Number, worth: Number) {
    if let [.., before, last] = corners[..] {
        let run = |from: Corner, to: Number| i128::from((to - from.tax).steps());
        let rise = |from: Corner, to: Number| i128::from((to - from.worth).steps());
        if rise(before, last.worth) * run(last, tax) == rise(last, worth) * run(before, last.tax) {
            corners.pop();
        }
    }
    corners.push(Corner { tax, worth });
}
