//! Who wins many games side by side.
//!
//! Adding them up would answer it, but the canonical form of a sum can be larger than all that is needed to know who wins. So
//! opposite games are taken out, numbers are added, and what is left is searched, the hottest game first; wherever
//! stops or means settle it, without a search.

use crate::forms::Value;
use crate::games::Games;
use crate::hashing::Map;
use crate::number::Number;

/// Sums that are remembered unless something else is said; some 200 MB.
const ROOM: usize = 2_000_000;

/// Finds out who wins sums, and remembers it.
#[derive(Clone, Debug)]
pub struct Sums {
    /// Whether who begins wins, by the games from that player's side.
    known: Map<Sum, bool>,
    room: usize,
    nodes: u64,
}

impl Default for Sums {
    fn default() -> Self {
        Self::with_room(ROOM)
    }
}

/// Games that are no numbers, in order, and a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Sum {
    parts: Vec<Value>,
    number: i64,
}

impl Sums {
    /// Remembers so many sums, and begins anew when there are more.
    #[must_use]
    pub fn with_room(room: usize) -> Self {
        Self {
            known: Map::default(),
            room,
            nodes: 0,
        }
    }

    /// Whether Left wins the sum of some games if Left begins.
    ///
    /// ```
    /// use combinatorial::{Games, Sums};
    ///
    /// let (mut games, mut sums) = (Games::default(), Sums::default());
    /// let parts = ["{5|-5}", "{3|-3}", "-1/2"].map(|text| games.parse(text).unwrap());
    /// assert!(sums.first_wins(&mut games, &parts));
    /// ```
    pub fn first_wins(&mut self, games: &mut Games, parts: &[Value]) -> bool {
        self.first_wins_within(games, parts, u64::MAX)
            .expect("nobody searches so many sums")
    }

    /// Whether Left wins the sum of some games if Right begins.
    pub fn second_wins(&mut self, games: &mut Games, parts: &[Value]) -> bool {
        self.second_wins_within(games, parts, u64::MAX)
            .expect("nobody searches so many sums")
    }

    /// Whether Left wins the sum of some games if Left begins; `None` if that takes a search of more sums than this. What was found
    /// stays, so that asking again goes on from there.
    pub fn first_wins_within(
        &mut self,
        games: &mut Games,
        parts: &[Value],
        steps: u64,
    ) -> Option<bool> {
        let sum = simplified(games, parts.to_vec(), Number::ZERO);
        self.search(games, &sum, self.nodes.saturating_add(steps))
    }

    /// The same if Right begins.
    pub fn second_wins_within(
        &mut self,
        games: &mut Games,
        parts: &[Value],
        steps: u64,
    ) -> Option<bool> {
        let negative: Vec<Value> = parts.iter().map(|&part| games.negative(part)).collect();
        let right_wins = self.first_wins_within(games, &negative, steps);
        right_wins.map(|wins| !wins)
    }

    /// How many sums had to be searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether who begins wins, as long as no more than so many sums were searched in all.
    fn search(&mut self, games: &mut Games, sum: &Sum, most: u64) -> Option<bool> {
        if let Some(wins) = at_a_glance(games, sum) {
            return Some(wins);
        }
        if let Some(&known) = self.known.get(sum) {
            return Some(known);
        }
        if self.nodes >= most {
            return None;
        }
        self.nodes += 1;
        let mut wins = false;
        for (place, option) in moves(games, sum) {
            let mut parts = sum.parts.clone();
            parts[place] = option;
            for part in &mut parts {
                *part = games.negative(*part);
            }
            let after = simplified(games, parts, Number::from_steps(-sum.number));
            wins = !self.search(games, &after, most)?;
            if wins {
                break;
            }
        }
        if self.known.len() >= self.room {
            self.known.clear();
        }
        self.known.insert(sum.clone(), wins);
        Some(wins)
    }
}

/// The moves of who begins, those in the hottest games first. Nobody gains by moving in a number.
fn moves(games: &mut Games, sum: &Sum) -> Vec<(usize, Value)> {
    let mut moves: Vec<(Number, usize, Value)> = Vec::new();
    for (place, &part) in sum.parts.iter().enumerate() {
        if place > 0 && sum.parts[place - 1] == part {
            continue;
        }
        let temperature = games.thermograph(part).temperature();
        let lefts = games.forms().lefts(part);
        moves.extend(lefts.iter().map(|&left| (temperature, place, left)));
    }
    moves.sort_by_key(|&(temperature, _, _)| std::cmp::Reverse(temperature));
    moves
        .into_iter()
        .map(|(_, place, left)| (place, left))
        .collect()
}

/// What can be said without a search about who begins.
fn at_a_glance(games: &mut Games, sum: &Sum) -> Option<bool> {
    let number = Number::from_steps(sum.number);
    if sum.parts.is_empty() {
        // Who begins must move in the number.
        return Some(number > Number::ZERO);
    }
    let forms = games.forms();
    let most: Number = sum.parts.iter().map(|&part| forms.left_stop(part)).sum();
    if number + most < Number::ZERO {
        return Some(false);
    }
    let least: Number = sum.parts.iter().map(|&part| forms.right_stop(part)).sum();
    let gain = sum
        .parts
        .iter()
        .map(|&part| forms.left_stop(part) - forms.right_stop(part))
        .max()?;
    if number + least + gain > Number::ZERO {
        return Some(true);
    }
    // A sum is no hotter than its hottest part, and its stops are no further from its mean than that.
    let mut mean = number;
    let mut hottest = Number::ZERO;
    for &part in &sum.parts {
        let thermograph = games.thermograph(part);
        mean = mean + thermograph.mean();
        hottest = hottest.max(thermograph.temperature());
    }
    if mean > Number::ZERO {
        return Some(true);
    }
    if mean + hottest < Number::ZERO {
        return Some(false);
    }
    if let [only] = sum.parts[..] {
        let sum = {
            let number = games.number(number);
            games.sum(only, number)
        };
        return Some(!games.is_at_most(sum, Value::ZERO));
    }
    None
}

/// Takes opposite games out and numbers together.
fn simplified(games: &mut Games, parts: Vec<Value>, mut number: Number) -> Sum {
    let mut left: Vec<Value> = Vec::with_capacity(parts.len());
    for part in parts {
        if let Some(known) = games.forms().as_number(part) {
            number = number + known;
            continue;
        }
        let opposite = games.negative(part);
        match left.iter().position(|&other| other == opposite) {
            Some(place) => {
                left.swap_remove(place);
            }
            None => left.push(part),
        }
    }
    left.sort_unstable();
    Sum {
        parts: left,
        number: number.steps(),
    }
}
