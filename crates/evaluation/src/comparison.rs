//! Who is nearer, by how much, to how many squares.
//!
//! A square is reached at least k steps sooner by one side if, for some d, it is within d steps of
//! that side and not within d + k − 1 of the other. So while two maps grow, a set for each k collects
//! what is true at each step, and at the end its squares are counted; no square is ever looked at
//! singly.

use game::{Color, PerColor};

use crate::growth::Onlooker;
use crate::path::{COUNTED, Instructions};

/// Two sides' distances by one kind of step, compared on every empty square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// For each side: the squares that it reaches sooner by at least one step, by at least two and by at
    /// least three, those that the other never reaches included; then the latter alone; then all that it
    /// reaches; then three more counts that [`Features`](crate::Features) knows about.
    counts: PerColor<[u8; COUNTED]>,
}

/// Where the squares that one side alone reaches are counted.
pub(crate) const DOMAIN: usize = 3;

/// Where all squares that a side reaches are counted.
pub(crate) const REACHED: usize = 4;

/// Where other counts begin.
pub(crate) const MORE: usize = 5;

impl Comparison {
    /// The squares that `color` reaches sooner by at least one step, by at least two and by at least three;
    /// those that the other side never reaches included.
    #[must_use]
    #[inline]
    pub fn ahead(&self, color: Color) -> [u8; 3] {
        let [one, two, three, ..] = self.counts[color];
        [one, two, three]
    }

    /// The squares that `color` alone reaches.
    #[must_use]
    #[inline]
    pub fn domain(&self, color: Color) -> u8 {
        self.counts[color][DOMAIN]
    }

    /// All squares that `color` reaches.
    #[must_use]
    #[inline]
    pub fn reached(&self, color: Color) -> u8 {
        self.counts[color][REACHED]
    }

    /// The squares that both sides reach.
    #[must_use]
    #[inline]
    pub fn contested(&self) -> u8 {
        self.reached(Color::Black) - self.domain(Color::Black)
    }

    /// The squares that both sides reach equally soon.
    #[must_use]
    #[inline]
    pub fn ties(&self) -> u8 {
        let [black, white] = Color::ALL.map(|color| self.ahead(color)[0] - self.domain(color));
        self.contested() - black - white
    }

    /// The squares that both sides reach and `color` sooner: by one step, by two, by three or more.
    #[must_use]
    #[inline]
    pub fn nearer(&self, color: Color) -> [u8; 3] {
        let [one, two, three] = self.ahead(color);
        [one - two, two - three, three - self.domain(color)]
    }

    /// All that is counted of one side.
    #[inline(always)]
    pub(crate) fn counts(&self, color: Color) -> &[u8; COUNTED] {
        &self.counts[color]
    }
}

/// Collects leads of up to `MOST` steps while two maps grow.
pub(crate) struct Leads<I: Instructions, const MOST: usize> {
    /// What was within reach at the last steps, the latest first.
    latest: [I::Sides; MOST],
    /// The leads so far: by at least one step, by at least two, …
    ahead: [I::Sides; MOST],
}

impl<I: Instructions, const MOST: usize> Leads<I, MOST> {
    #[inline(always)]
    pub fn new(instructions: I) -> Self {
        let nothing = instructions.sides(PerColor::default());
        Self {
            latest: [nothing; MOST],
            ahead: [nothing; MOST],
        }
    }

    /// The leads at the end, when `reached` is all that is: a side is ahead by any number of steps where
    /// the other never comes.
    #[inline(always)]
    pub fn at_end(&self, instructions: I, reached: I::Sides) -> [I::Sides; MOST] {
        let theirs = instructions.exchange(reached);
        let mut ahead = self.ahead;
        for ahead in &mut ahead[1..] {
            *ahead = instructions.gain(*ahead, reached, theirs);
        }
        ahead
    }
}

impl<I: Instructions, const MOST: usize> Onlooker<I> for Leads<I, MOST> {
    #[inline(always)]
    fn see(&mut self, instructions: I, within: I::Sides) {
        let theirs = instructions.exchange(within);
        for place in (1..MOST).rev() {
            self.latest[place] = self.latest[place - 1];
        }
        self.latest[0] = within;
        for (ahead, ours) in self.ahead.iter_mut().zip(self.latest) {
            *ahead = instructions.gain(*ahead, ours, theirs);
        }
    }
}

/// Counts three leads, the domain and what is `reached`, and three sets more.
#[inline(always)]
pub(crate) fn compared<I: Instructions>(
    instructions: I,
    [one, two, three]: [I::Sides; 3],
    reached: I::Sides,
    [first, second, third]: [I::Sides; 3],
) -> Comparison {
    let nothing = instructions.sides(PerColor::default());
    let domain = instructions.gain(nothing, reached, instructions.exchange(reached));
    let sets = [one, two, three, domain, reached, first, second, third];
    Comparison {
        counts: instructions.count(&sets),
    }
}
