//! How a match stands: everything that its results say, kept up to date game by game.

use std::collections::BTreeMap;

use game::Color;

use crate::record::{Ending, GameRecord};
use crate::statistics::{Crosstable, Decision, Estimate, PairCounts, Rating, Sprt, ratings};

/// The results of a match so far, in whatever order they came in.
#[derive(Clone, Debug)]
pub struct Standings {
    crosstable: Crosstable,
    encounters: BTreeMap<(usize, usize), PairCounts>,
    first_movers: PairCounts,
    /// Finished games by number; of each what its pair needs.
    games: BTreeMap<usize, HalfPair>,
    /// Half points of the pairs without a gap from the first one, as the test wants them.
    in_order: Vec<u8>,
    test: Option<Test>,
    plies: u64,
    faults: BTreeMap<(usize, &'static str), u64>,
}

/// What one game contributes to its pair.
#[derive(Clone, Copy, Debug)]
struct HalfPair {
    /// The two players, the smaller index first.
    players: (usize, usize),
    /// Half points of the player with the smaller index.
    points: usize,
    /// Half points of the player who moved first.
    first_points: usize,
}

/// A sequential test while it is going on.
///
/// It looks at the pairs in the order of the schedule and only as far as there is no gap. So the
/// decision depends neither on how many games are played at a time nor on interruptions, and short
/// games do not come to count before long ones. Once made it stands, whatever games that were already
/// under way bring afterwards.
#[derive(Clone, Debug)]
pub struct Test {
    sprt: Sprt,
    counts: PairCounts,
    ratio: f64,
    decision: Decision,
}

impl Test {
    fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            counts: PairCounts::default(),
            ratio: 0.0,
            decision: Decision::Continue,
        }
    }

    fn add(&mut self, half_points: usize) {
        if self.decision == Decision::Continue {
            self.counts.add(half_points);
            self.ratio = self.sprt.log_likelihood_ratio(&self.counts);
            self.decision = self.sprt.decide(&self.counts);
        }
    }

    /// What is tested.
    #[must_use]
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// What it says.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The log-likelihood ratio, at the moment of the decision if there is one.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.ratio
    }

    /// The number of pairs that it rests on.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.pairs()
    }
}

impl Standings {
    /// Nothing played yet. A test is about the first player against the second.
    #[must_use]
    pub fn new(players: usize, sprt: Option<Sprt>) -> Self {
        Self {
            crosstable: Crosstable::new(players),
            encounters: BTreeMap::new(),
            first_movers: PairCounts::default(),
            games: BTreeMap::new(),
            in_order: Vec::new(),
            test: sprt.map(Test::new),
            plies: 0,
            faults: BTreeMap::new(),
        }
    }

    /// Counts a game, unless it is counted already.
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
        let first_color = record.first.color().unwrap_or(Color::White);
        let half = HalfPair {
            players: (low, high),
            points: record.half_points(low_color),
            first_points: record.half_points(first_color),
        };
        self.crosstable.add(low, high, half.points);
        self.plies += (record.opening_moves.len() + record.moves.len()) as u64;
        if let (Ending::Fault(fault), Some(winner)) = (&record.ending, record.result.color()) {
            let loser = record.players()[!winner];
            *self.faults.entry((loser, fault.word())).or_default() += 1;
        }
        if let Some(other) = self.games.get(&(record.game ^ 1)) {
            let counts = self.encounters.entry(half.players).or_default();
            counts.add(half.points + other.points);
            self.first_movers
                .add(half.first_points + other.first_points);
        }
        self.games.insert(record.game, half);
        self.follow_order();
    }

    fn follow_order(&mut self) {
        loop {
            let first = 2 * self.in_order.len();
            let (Some(a), Some(b)) = (self.games.get(&first), self.games.get(&(first + 1))) else {
                return;
            };
            let half_points = a.points + b.points;
            self.in_order.push(half_points as u8);
            if let Some(test) = &mut self.test {
                test.add(half_points);
            }
        }
    }

    /// Whether a game is finished.
    #[must_use]
    pub fn is_finished(&self, game: usize) -> bool {
        self.games.contains_key(&game)
    }

    /// The number of finished games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The moves of all finished games together.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The finished pairs between two players, as the first of them sees them.
    #[must_use]
    pub fn pairs(&self, a: usize, b: usize) -> PairCounts {
        let counts = self
            .encounters
            .get(&(a.min(b), a.max(b)))
            .copied()
            .unwrap_or_default();
        if a <= b { counts } else { counts.reversed() }
    }

    /// Who met, with their pairs as the first of the two sees them.
    pub fn encounters(&self) -> impl Iterator<Item = ((usize, usize), PairCounts)> {
        self.encounters
            .iter()
            .map(|(&players, &counts)| (players, counts))
    }

    /// Wins, draws and losses of a player against another.
    #[must_use]
    pub fn wins_draws_losses(&self, a: usize, b: usize) -> [usize; 3] {
        let mut counts = [0; 3];
        let players = (a.min(b), a.max(b));
        for half in self.games.values().filter(|half| half.players == players) {
            let points = if a <= b { half.points } else { 2 - half.points };
            counts[2 - points] += 1;
        }
        counts
    }

    /// The points of all against all.
    #[must_use]
    pub fn crosstable(&self) -> &Crosstable {
        &self.crosstable
    }

    /// Everybody's rating, the strongest first.
    #[must_use]
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.crosstable)
    }

    /// What it is worth to move first, over finished pairs: everybody did it equally often.
    #[must_use]
    pub fn first_mover_advantage(&self) -> Option<Estimate> {
        Estimate::of(&self.first_movers)
    }

    /// How often each player lost by a fault, and by which.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &'static str, u64)> {
        self.faults
            .iter()
            .map(|(&(player, word), &count)| (player, word, count))
    }

    /// How the test stands, if there is one.
    #[must_use]
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }

    /// The pairs in the order of the schedule as far as there is no gap, as running totals.
    pub(crate) fn running_counts(&self) -> impl Iterator<Item = PairCounts> {
        let mut counts = PairCounts::default();
        self.in_order.iter().map(move |&half_points| {
            counts.add(half_points.into());
            counts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::record::Side;

    fn game(number: usize, black: usize, white: usize, result: Side) -> GameRecord {
        GameRecord {
            game: number,
            opening: number / 2,
            black,
            white,
            first: Side::White,
            result,
            ending: Ending::Rules,
            start: String::new(),
            opening_moves: vec![String::new(); 2],
            moves: Vec::new(),
        }
    }

    fn game_of(number: usize, black: usize, result: Side) -> GameRecord {
        game(number, black, 1 - black, result)
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let mut standings = Standings::new(2, None);
        standings.add(&game(3, 0, 1, Side::Black));
        assert_eq!((standings.games(), standings.pairs(0, 1).pairs()), (1, 0));
        standings.add(&game(2, 1, 0, Side::White));
        assert_eq!(standings.pairs(0, 1).0, [0, 0, 0, 0, 1]);
        assert_eq!(standings.pairs(1, 0).0, [1, 0, 0, 0, 0]);
        // Twice the same game counts once.
        standings.add(&game(2, 1, 0, Side::White));
        assert_eq!((standings.games(), standings.plies()), (2, 4));
        // The test waits for the first pair.
        assert_eq!(standings.running_counts().count(), 0);
        standings.add(&game(0, 1, 0, Side::Neither));
        standings.add(&game(1, 0, 1, Side::White));
        let running: Vec<_> = standings.running_counts().map(|counts| counts.0).collect();
        assert_eq!(running, [[0, 1, 0, 0, 0], [0, 1, 0, 0, 1]]);
        assert_eq!(standings.wins_draws_losses(0, 1), [2, 1, 1]);
        assert_eq!(standings.wins_draws_losses(1, 0), [1, 1, 2]);
    }

    #[test]
    fn a_test_looks_at_pairs_in_order_and_its_decision_stands() {
        let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
        let mut standings = Standings::new(2, Some(sprt));
        let mut add_pair = |pair: usize, winner: usize| {
            for (game, black) in [(2 * pair, 1), (2 * pair + 1, 0)] {
                let result = if black == winner {
                    Side::Black
                } else {
                    Side::White
                };
                standings.add(&game_of(game, black, result));
            }
            standings.test().unwrap().clone()
        };
        // Pairs 1 to 40 are all there, but pair 0 is not.
        let before = (1..=40)
            .map(|pair| add_pair(pair, pair % 5 / 4))
            .last()
            .unwrap();
        assert_eq!((before.pairs(), before.decision()), (0, Decision::Continue));
        let after = add_pair(0, 0);
        assert_eq!(after.decision(), Decision::AcceptH1);
        assert!(after.pairs() < 41 && after.ratio() >= sprt.bounds().1);
        // What comes afterwards would lead to another decision.
        let last = (41..200).map(|pair| add_pair(pair, 1)).last().unwrap();
        assert_eq!(
            (last.decision(), last.ratio()),
            (Decision::AcceptH1, after.ratio())
        );
    }

    #[test]
    fn moving_first_is_counted_over_pairs() {
        let mut standings = Standings::new(2, None);
        standings.add(&game(0, 1, 0, Side::White));
        standings.add(&game(1, 0, 1, Side::White));
        let advantage = standings.first_mover_advantage().unwrap();
        assert_eq!((advantage.pairs, advantage.score), (1, 1.0));
        assert_eq!(standings.pairs(0, 1).0, [0, 0, 1, 0, 0]);
    }

    #[test]
    fn faults_are_the_loser_s() {
        let mut standings = Standings::new(2, None);
        let mut record = game(0, 1, 0, Side::White);
        record.ending = Ending::Fault(Fault::Crash(String::new()));
        standings.add(&record);
        assert_eq!(standings.faults().collect::<Vec<_>>(), [(1, "crash", 1)]);
    }
}
