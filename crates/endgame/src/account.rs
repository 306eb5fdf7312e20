//! All that can be found out about boards that fire has taken apart, before anybody puts it into words.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};

use crate::error::TableError;
use crate::exact::ExactTable;
use crate::reckoning::{Choice, Lead, Part, Played, Reckoner, Worth};
use crate::solver::Solver;

/// What is known of boards side by side.
#[derive(Clone, Debug)]
pub struct Account {
    /// The boards.
    pub boards: Vec<Position>,
    /// Who begins.
    pub first: Color,
    /// The regions in which somebody can move.
    pub parts: Vec<Part>,
    /// The one in which the first move is worth most, if all are known exactly.
    pub hottest: Option<usize>,
    /// If Black begins, if White does.
    pub outlooks: [Outlook; 2],
    /// The moves of who begins.
    pub moves: KnownMoves,
    /// The best play if all is known.
    pub play: Vec<Played>,
    /// Whether that goes to the end.
    pub is_played_out: bool,
}

/// Who wins if one player begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// By values, and by how much.
    Lead(Lead),
    /// By a search, which does not tell by how much.
    Winner(Color),
    /// Nobody knows yet.
    Open,
}

impl Outlook {
    /// Who wins, if that is known.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Lead(lead) => Some(lead.winner),
            Self::Winner(winner) => Some(winner),
            Self::Open => None,
        }
    }
}

/// What is known of the moves of who begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KnownMoves {
    /// What becomes of each.
    Judged(Vec<Choice>),
    /// Those that win, by a search: in which part, and which; whether that is all of them.
    Winning(Vec<(usize, Move)>, bool),
    /// Nothing is known.
    Open,
}

/// What is being found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// What each region is worth.
    Values,
    /// Who wins, and by how much.
    Lead,
    /// What becomes of each move.
    Moves,
    /// Who wins, by search.
    Search,
    /// Which moves win, by search.
    WinningMoves,
    /// How both play best.
    Play,
}

/// What a search may cost where values do not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// How long it may take; nothing is searched if that is no time at all.
    pub time: Duration,
    /// The bytes for what it remembers.
    pub memory: usize,
    /// Its threads.
    pub threads: usize,
}

impl Account {
    /// Finds out all that it can. The watcher hears what is being found out, before each move that is played too, and ends it by saying `false`: what
    /// is known until then stays.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn new(
        reckoner: &mut Reckoner,
        table: Option<&ExactTable>,
        boards: &[Position],
        first: Color,
        limits: SearchLimits,
        watch: &mut dyn FnMut(Stage) -> bool,
    ) -> Result<Self, TableError> {
        watch(Stage::Values);
        let parts = reckoner.parts(boards)?;
        let mut account = Self {
            boards: boards.to_vec(),
            first,
            hottest: reckoner.hottest(&parts),
            parts,
            outlooks: [Outlook::Open; 2],
            moves: KnownMoves::Open,
            play: Vec::new(),
            is_played_out: false,
        };
        if !watch(Stage::Lead) {
            return Ok(account);
        }
        account.outlooks = Color::ALL.map(|side| match reckoner.lead(&account.parts, side) {
            Some(lead) => Outlook::Lead(lead),
            None => Outlook::Open,
        });
        let is_decided = account.outlooks.iter().all(|one| one.winner().is_some());
        if account.is_rough() || !is_decided {
            account.search(table, limits, watch)?;
        } else if watch(Stage::Moves) {
            account.moves = KnownMoves::Judged(reckoner.choices(&account.parts, first)?);
            let go_on = &mut || watch(Stage::Play);
            (account.play, account.is_played_out) = reckoner.best_play(boards, first, go_on)?;
        }
        Ok(account)
    }

    /// Who wins if the player begins whose moves are looked at.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        self.outlooks[usize::from(self.first == Color::White)]
    }

    /// The region in which a move is made, by its place among the parts: also one of a later position.
    #[must_use]
    pub fn part_of(&self, board: usize, mv: Move) -> Option<usize> {
        self.parts
            .iter()
            .position(|part| part.board == board && part.region.squares().contains(mv.from))
    }

    /// Whether what a region is worth is only known within bounds.
    #[must_use]
    pub fn is_rough(&self) -> bool {
        let is_rough = |part: &Part| matches!(part.worth, Worth::Between { .. });
        self.parts.iter().any(is_rough)
    }

    /// Asks the board solver, as long as somebody waits.
    fn search(
        &mut self,
        table: Option<&ExactTable>,
        limits: SearchLimits,
        watch: &mut dyn FnMut(Stage) -> bool,
    ) -> Result<(), TableError> {
        if limits.time.is_zero() {
            return Ok(());
        }
        let deadline = Instant::now() + limits.time;
        let solver = Solver::new(limits.memory, limits.threads, table);
        let mut goes_on = |stage| watch(stage) && Instant::now() < deadline;
        let solution = solver.solve(&self.boards, &mut |_, _| goes_on(Stage::Search));
        let solution = match solution {
            Err(TableError::Interrupted) => return Ok(()),
            solution => solution?,
        };
        let winners = [solution.black_first.winner, solution.white_first.winner];
        for (outlook, winner) in self.outlooks.iter_mut().zip(winners) {
            if outlook.winner().is_none() {
                *outlook = Outlook::Winner(winner);
            }
        }
        let watch = &mut |_: &_, _| goes_on(Stage::WinningMoves);
        let winning = solver.all_winning_moves(&self.boards, self.first, watch)?;
        let moves = winning.moves.into_iter();
        let moves = moves.filter_map(|(board, mv)| Some((self.part_of(board, mv)?, mv)));
        self.moves = KnownMoves::Winning(moves.collect(), winning.unknown == 0);
        Ok(())
    }
}

/// A name for each region: A, B, …, Z, AA, AB, ….
#[must_use]
pub fn region_name(place: usize) -> String {
    let letter = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", region_name(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reckoning::ReckonLimits;

    #[test]
    fn names_go_on_after_z() {
        let names = [0, 25, 26, 27, 51, 52, 701, 702].map(region_name);
        assert_eq!(names, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }

    /// Whenever it is told to end, what it has found is what it would have found.
    #[test]
    fn an_account_can_be_ended_at_any_time() {
        let text = "x..#x.|..o#..|####o.|o.x#.. b";
        let board = amazons::notation::parse_position(text).expect("it is a position");
        let limits = SearchLimits {
            time: Duration::ZERO,
            memory: 0,
            threads: 1,
        };
        let account = |patience: usize| {
            let mut reckoner = Reckoner::new(None, ReckonLimits::PATIENT);
            let mut heard = 0;
            let watch = &mut |_| {
                heard += 1;
                heard <= patience
            };
            let account = Account::new(&mut reckoner, None, &[board], Color::Black, limits, watch)
                .expect("there is no table");
            (account, heard)
        };
        let (whole, stages) = account(usize::MAX);
        assert!(whole.is_played_out && whole.play.len() > 5);
        let mut lengths = Vec::new();
        for patience in 0..stages {
            let (part, heard) = account(patience);
            assert_eq!(heard, patience.max(1) + 1, "it ends at once");
            assert_eq!(part.parts.len(), whole.parts.len());
            assert!(!part.is_played_out);
            assert!(part.play.len() <= whole.play.len());
            for (one, other) in part.play.iter().zip(&whole.play) {
                assert_eq!((one.mv, one.reason), (other.mv, other.reason));
            }
            lengths.push(part.play.len());
        }
        assert!(lengths.is_sorted() && lengths.len() > whole.play.len());
    }
}
