//! Who meets whom, in which game, from which opening and with which colours.
//!
//! A schedule is a function of the game's number alone. So a match can be longer on another day, and
//! an interrupted one knows which games are missing.

use std::fmt;

use game::{Color, PerColor};

use crate::record::{Ending, GameRecord, Side};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// The games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    rounds: usize,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Its number, from 0.
    pub game: usize,
    /// The number of its opening, which is also that of its round.
    pub opening: usize,
    /// The players, as indices.
    pub players: PerColor<usize>,
}

impl Schedule {
    /// In each round, everybody who meets plays the same opening twice, once with each colour.
    #[must_use]
    pub fn new(pairing: Pairing, players: usize, rounds: usize) -> Self {
        let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        let encounters = all
            .filter(|&(a, _)| pairing == Pairing::RoundRobin || a == 0)
            .collect();
        Self { encounters, rounds }
    }

    /// All pairs of players that meet, the one named first having the first move in the first game.
    #[must_use]
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.encounters.len() * self.rounds
    }

    /// What is to be played in the game of that number, `first` being the colour that moves first.
    #[must_use]
    pub fn assignment(&self, game: usize, first: Color) -> Assignment {
        let pair = game / 2;
        let (a, b) = self.encounters[pair % self.encounters.len()];
        let (mover, waiter) = if game.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        Assignment {
            game,
            opening: pair / self.encounters.len(),
            players: PerColor::from_fn(|color| if color == first { mover } else { waiter }),
        }
    }
}

impl Assignment {
    /// A record in which all that is not known yet is empty.
    pub(crate) fn blank_record(&self) -> GameRecord {
        GameRecord {
            game: self.game,
            opening: self.opening,
            black: self.players[Color::Black],
            white: self.players[Color::White],
            first: Side::Neither,
            result: Side::Neither,
            ending: Ending::Rules,
            start: String::new(),
            opening_moves: Vec::new(),
            moves: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn everybody_meets_with_both_colours_in_each_opening() {
        for (pairing, players, encounters) in [
            (Pairing::RoundRobin, 2, 1),
            (Pairing::RoundRobin, 4, 6),
            (Pairing::Gauntlet, 4, 3),
        ] {
            let schedule = Schedule::new(pairing, players, 3);
            assert_eq!(schedule.encounters().len(), encounters);
            assert_eq!(schedule.games(), 2 * 3 * encounters);
            let mut seen: HashMap<(usize, usize, usize), usize> = HashMap::new();
            for game in 0..schedule.games() {
                let assignment = schedule.assignment(game, Color::White);
                let [black, white] = Color::ALL.map(|color| assignment.players[color]);
                assert!(pairing == Pairing::RoundRobin || black == 0 || white == 0);
                *seen.entry((assignment.opening, black, white)).or_default() += 1;
            }
            assert_eq!(seen.len(), schedule.games());
            for &(opening, black, white) in seen.keys() {
                assert!(opening < 3 && seen.contains_key(&(opening, white, black)));
            }
        }
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let short = Schedule::new(Pairing::RoundRobin, 3, 2);
        let long = Schedule::new(Pairing::RoundRobin, 3, 9);
        for game in 0..short.games() {
            assert_eq!(
                short.assignment(game, Color::Black),
                long.assignment(game, Color::Black)
            );
        }
    }
}
