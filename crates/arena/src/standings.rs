//! Standings of a match, updated game by game.

use std::collections::BTreeMap;

use game::Color;

use crate::game_record::{GameRecord, Termination};
use crate::statistics::{Crosstable, Decision, EloEstimate, Pentanomial, Rating, Sprt, ratings};

/// Results of a match so far, added in any order.
#[derive(Clone, Debug)]
pub struct Standings {
    crosstable: Crosstable,
    pairings: BTreeMap<(usize, usize), Pentanomial>,
    first_mover_pairs: Pentanomial,
    /// Finished games by number.
    games: BTreeMap<usize, PairGame>,
    /// Half points of the game pairs from the first one up to the first gap.
    ordered_pairs: Vec<u8>,
    sprt: Option<SprtProgress>,
    plies: u64,
    forfeits: BTreeMap<(usize, &'static str), u64>,
}

/// One game of a pair.
#[derive(Clone, Copy, Debug)]
struct PairGame {
    /// The two players, the smaller index first.
    players: (usize, usize),
    /// Half points of the player with the smaller index.
    points: usize,
    /// Half points of the first player to move.
    first_points: usize,
}

/// State of a running SPRT.
///
/// It uses the game pairs in the order of the schedule, up to the first gap. So the decision
/// depends neither on concurrency nor on interruptions, and short games do not count before long
/// ones. A decision is final, whatever the games that were already running bring.
#[derive(Clone, Debug)]
pub struct SprtProgress {
    sprt: Sprt,
    counts: Pentanomial,
    llr: f64,
    decision: Decision,
}

impl SprtProgress {
    fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            counts: Pentanomial::default(),
            llr: 0.0,
            decision: Decision::Continue,
        }
    }

    fn add(&mut self, half_points: usize) {
        if self.decision == Decision::Continue {
            self.counts.add(half_points);
            self.llr = self.sprt.log_likelihood_ratio(&self.counts);
            self.decision = self.sprt.decide(&self.counts);
        }
    }

    /// The test.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The decision.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The log-likelihood ratio, at the time of the decision if there is one.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// Number of game pairs used.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.pairs()
    }
}

impl Standings {
    /// Standings without games. An SPRT tests the first player against the second.
    #[must_use]
    pub fn new(players: usize, sprt: Option<Sprt>) -> Self {
        Self {
            crosstable: Crosstable::new(players),
            pairings: BTreeMap::new(),
            first_mover_pairs: Pentanomial::default(),
            games: BTreeMap::new(),
            ordered_pairs: Vec::new(),
            sprt: sprt.map(SprtProgress::new),
            plies: 0,
            forfeits: BTreeMap::new(),
        }
    }

    /// Adds a game; ignores a game that was added before.
    pub fn add(&mut self, record: &GameRecord) {
        if self.games.contains_key(&record.game) {
            return;
        }
        let (low, high) = (
            record.black.min(record.white),
            record.black.max(record.white),
        );
        let low_color = if record.black == low {
            Color::Black
        } else {
            Color::White
        };
        let game = PairGame {
            players: (low, high),
            points: record.half_points(low_color),
            first_points: record.half_points(record.first),
        };
        self.crosstable.add(low, high, game.points);
        self.plies += (record.opening_moves.len() + record.moves.len()) as u64;
        if let (Termination::Forfeit(forfeit), Some(winner)) = (&record.termination, record.winner)
        {
            let loser = record.players()[!winner];
            *self.forfeits.entry((loser, forfeit.kind())).or_default() += 1;
        }
        if let Some(other) = self.games.get(&(record.game ^ 1)) {
            let counts = self.pairings.entry(game.players).or_default();
            counts.add(game.points + other.points);
            self.first_mover_pairs
                .add(game.first_points + other.first_points);
        }
        self.games.insert(record.game, game);
        self.update_sprt();
    }

    /// Adds the pairs that are now without a gap to the SPRT.
    fn update_sprt(&mut self) {
        loop {
            let first = 2 * self.ordered_pairs.len();
            let (Some(a), Some(b)) = (self.games.get(&first), self.games.get(&(first + 1))) else {
                return;
            };
            let half_points = a.points + b.points;
            self.ordered_pairs.push(half_points as u8);
            if let Some(sprt) = &mut self.sprt {
                sprt.add(half_points);
            }
        }
    }

    /// Whether a game is finished.
    #[must_use]
    pub fn is_finished(&self, game: usize) -> bool {
        self.games.contains_key(&game)
    }

    /// Number of finished games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Total plies of the finished games.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Finished game pairs of two players, from the view of the first.
    #[must_use]
    pub fn pairs(&self, a: usize, b: usize) -> Pentanomial {
        let counts = self
            .pairings
            .get(&(a.min(b), a.max(b)))
            .copied()
            .unwrap_or_default();
        if a <= b { counts } else { counts.reversed() }
    }

    /// Pairings with their finished game pairs, from the view of the first player.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), Pentanomial)> {
        self.pairings
            .iter()
            .map(|(&players, &counts)| (players, counts))
    }

    /// Wins, draws and losses of `a` against `b`.
    #[must_use]
    pub fn wins_draws_losses(&self, a: usize, b: usize) -> [usize; 3] {
        let mut counts = [0; 3];
        let players = (a.min(b), a.max(b));
        for game in self.games.values().filter(|game| game.players == players) {
            let points = if a <= b { game.points } else { 2 - game.points };
            counts[2 - points] += 1;
        }
        counts
    }

    /// Ratings, strongest first.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.crosstable)
    }

    /// First-move advantage over finished pairs, in which both players move first once.
    #[must_use]
    pub fn first_mover_advantage(&self) -> Option<EloEstimate> {
        EloEstimate::new(&self.first_mover_pairs)
    }

    /// Forfeits: player, [kind](crate::Forfeit::kind) and count.
    pub fn forfeits(&self) -> impl Iterator<Item = (usize, &'static str, u64)> {
        self.forfeits
            .iter()
            .map(|(&(player, kind), &count)| (player, kind, count))
    }

    /// State of the SPRT, if there is one.
    #[must_use]
    pub fn sprt_progress(&self) -> Option<&SprtProgress> {
        self.sprt.as_ref()
    }

    /// Running totals of the game pairs in the order of the schedule, up to the first gap.
    pub(crate) fn running_counts(&self) -> impl Iterator<Item = Pentanomial> {
        let mut counts = Pentanomial::default();
        self.ordered_pairs.iter().map(move |&half_points| {
            counts.add(half_points.into());
            counts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forfeit::Forfeit;
    use crate::game_record::tests::empty_record;

    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    fn game(number: usize, black: usize, white: usize, winner: Option<Color>) -> GameRecord {
        GameRecord {
            opening_moves: vec![String::new(); 2],
            ..empty_record(number, black, white, winner)
        }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_finished_in_any_order() {
        let mut standings = Standings::new(2, None);
        standings.add(&game(3, 0, 1, BLACK));
        assert_eq!((standings.games(), standings.pairs(0, 1).pairs()), (1, 0));
        standings.add(&game(2, 1, 0, WHITE));
        assert_eq!(standings.pairs(0, 1).0, [0, 0, 0, 0, 1]);
        assert_eq!(standings.pairs(1, 0).0, [1, 0, 0, 0, 0]);
        // A repeated game counts once.
        standings.add(&game(2, 1, 0, WHITE));
        assert_eq!((standings.games(), standings.plies()), (2, 4));
        // The SPRT waits for the first pair.
        assert_eq!(standings.running_counts().count(), 0);
        standings.add(&game(0, 1, 0, None));
        standings.add(&game(1, 0, 1, WHITE));
        let running: Vec<_> = standings.running_counts().map(|counts| counts.0).collect();
        assert_eq!(running, [[0, 1, 0, 0, 0], [0, 1, 0, 0, 1]]);
        assert_eq!(standings.wins_draws_losses(0, 1), [2, 1, 1]);
        assert_eq!(standings.wins_draws_losses(1, 0), [1, 1, 2]);
    }

    #[test]
    fn the_sprt_uses_pairs_in_order_and_its_decision_is_final() {
        let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
        let mut standings = Standings::new(2, Some(sprt));
        let mut add_pair = |pair: usize, winner: usize| {
            for (number, black) in [(2 * pair, 1), (2 * pair + 1, 0)] {
                let result = if black == winner { BLACK } else { WHITE };
                standings.add(&game(number, black, 1 - black, result));
            }
            standings.sprt_progress().unwrap().clone()
        };
        // Pairs 1 to 40 are finished, pair 0 is not.
        let before = (1..=40)
            .map(|pair| add_pair(pair, pair % 5 / 4))
            .last()
            .unwrap();
        assert_eq!((before.pairs(), before.decision()), (0, Decision::Continue));
        let after = add_pair(0, 0);
        assert_eq!(after.decision(), Decision::AcceptH1);
        assert!(after.pairs() < 41 && after.llr() >= sprt.bounds().1);
        // Later pairs would lead to another decision.
        let last = (41..200).map(|pair| add_pair(pair, 1)).last().unwrap();
        assert_eq!(
            (last.decision(), last.llr()),
            (Decision::AcceptH1, after.llr())
        );
    }

    #[test]
    fn first_mover_advantage_is_estimated_from_pairs() {
        let mut standings = Standings::new(2, None);
        standings.add(&game(0, 1, 0, WHITE));
        standings.add(&game(1, 0, 1, WHITE));
        let advantage = standings.first_mover_advantage().unwrap();
        assert_eq!((advantage.pairs, advantage.score), (1, 1.0));
        assert_eq!(standings.pairs(0, 1).0, [0, 0, 1, 0, 0]);
    }

    #[test]
    fn forfeits_count_for_the_loser() {
        let mut standings = Standings::new(2, None);
        let mut record = game(0, 1, 0, WHITE);
        record.termination = Termination::Forfeit(Forfeit::Crash(String::new()));
        standings.add(&record);
        assert_eq!(standings.forfeits().collect::<Vec<_>>(), [(1, "crash", 1)]);
    }
}
