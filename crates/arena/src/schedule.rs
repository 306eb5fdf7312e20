//! Schedule of a match: players, opening and colors of each game.
//!
//! A scheduled game depends on its number only. So a match can be extended, and a resumed match
//! knows which games are missing.

use std::fmt;

use game::{Color, PerColor};

/// Which participants meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first participant meets all others.
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
    pairings: Vec<(usize, usize)>,
    rounds: usize,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScheduledGame {
    /// Number of the game, from 0.
    pub(crate) game: usize,
    /// Number of the opening and of the round, from 0.
    pub(crate) opening: usize,
    /// The players, as indices of participants.
    pub(crate) players: PerColor<usize>,
}

impl Schedule {
    /// In each round, every pairing plays one opening twice with colors swapped.
    pub(crate) fn new(pairing: Pairing, players: usize, rounds: usize) -> Self {
        let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        let pairings = all
            .filter(|&(a, _)| pairing == Pairing::RoundRobin || a == 0)
            .collect();
        Self { pairings, rounds }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.pairings.len() * self.rounds
    }

    /// Number of the opening of a game.
    pub(crate) fn opening(&self, game: usize) -> usize {
        game / 2 / self.pairings.len()
    }

    /// The game with a number; `first` is the color that moves first in its opening.
    pub(crate) fn game(&self, game: usize, first: Color) -> ScheduledGame {
        let (a, b) = self.pairings[game / 2 % self.pairings.len()];
        let (mover, opponent) = if game.is_multiple_of(2) {
            (a, b)
        } else {
            (b, a)
        };
        ScheduledGame {
            game,
            opening: self.opening(game),
            players: PerColor::from_fn(|color| if color == first { mover } else { opponent }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn pairings_meet_with_both_colors_in_each_opening() {
        for (pairing, players, pairings) in [
            (Pairing::RoundRobin, 2, 1),
            (Pairing::RoundRobin, 4, 6),
            (Pairing::Gauntlet, 4, 3),
        ] {
            let schedule = Schedule::new(pairing, players, 3);
            assert_eq!(schedule.pairings.len(), pairings);
            assert_eq!(schedule.games(), 2 * 3 * pairings);
            let mut seen: HashMap<(usize, usize, usize), usize> = HashMap::new();
            for game in 0..schedule.games() {
                let scheduled = schedule.game(game, Color::White);
                let [black, white] = Color::ALL.map(|color| scheduled.players[color]);
                assert!(pairing == Pairing::RoundRobin || black == 0 || white == 0);
                *seen.entry((scheduled.opening, black, white)).or_default() += 1;
            }
            assert_eq!(seen.len(), schedule.games());
            for &(opening, black, white) in seen.keys() {
                assert!(opening < 3 && seen.contains_key(&(opening, white, black)));
            }
        }
    }

    #[test]
    fn a_longer_schedule_extends_a_shorter_one() {
        let short = Schedule::new(Pairing::RoundRobin, 3, 2);
        let long = Schedule::new(Pairing::RoundRobin, 3, 9);
        for game in 0..short.games() {
            assert_eq!(
                short.game(game, Color::Black),
                long.game(game, Color::Black)
            );
        }
    }
}
