//! All that is found out about boards, before it is put into words.

use std::time::{Duration, Instant};

use amazons::{Color, Move, Position};
use endgame::{Choice, ExactTable, Lead, Part, Played, Reckoner, Solver, TableError, Worth};
use indicatif::ProgressBar;

/// The memory for searching boards that exact values do not decide.
const MEMORY: usize = 256 << 20;

/// What is known of boards side by side.
pub(super) struct Account {
    pub boards: Vec<Position>,
    pub first: Color,
    /// The regions in which somebody can move.
    pub parts: Vec<Part>,
    pub hottest: Option<usize>,
    /// If Black begins, if White does.
    pub verdicts: [Verdict; 2],
    pub choices: Choices,
    /// The best play if all is known.
    pub play: Vec<Played>,
}

/// Who wins if one player begins.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    /// By values, and by how much.
    Lead(Lead),
    /// By a search, which does not tell by how much.
    Winner(Color),
    /// Nobody knows yet.
    Open,
}

/// The moves of who begins.
pub(super) enum Choices {
    /// What becomes of each.
    Judged(Vec<Choice>),
    /// Those that win, by a search: in which part, and which; whether that is all of them.
    Winning(Vec<(usize, Move)>, bool),
    /// Nothing is known.
    Open,
}

impl Verdict {
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Lead(lead) => Some(lead.winner),
            Self::Winner(winner) => Some(winner),
            Self::Open => None,
        }
    }
}

impl Account {
    pub fn new(
        reckoner: &mut Reckoner,
        table: Option<&ExactTable>,
        boards: &[Position],
        first: Color,
        patience: Duration,
        bar: &ProgressBar,
    ) -> Result<Self, TableError> {
        bar.set_message("working out what each region is worth");
        let parts = reckoner.parts(boards)?;
        let hottest = reckoner.hottest(&parts);
        bar.set_message("adding up");
        let mut verdicts = Color::ALL.map(|side| match reckoner.lead(&parts, side) {
            Some(lead) => Verdict::Lead(lead),
            None => Verdict::Open,
        });
        let is_exact = parts.iter().all(|part| part.worth.exactly().is_some());
        let is_decided = verdicts.iter().all(|verdict| verdict.winner().is_some());
        let choices = if is_exact && is_decided {
            bar.set_message("looking at every move");
            Choices::Judged(reckoner.choices(&parts, first)?)
        } else {
            search(table, boards, &parts, first, patience, bar, &mut verdicts)?
        };
        bar.set_message("playing to the end");
        let play = match choices {
            Choices::Judged(_) => reckoner.best_play(boards, first)?,
            _ => Vec::new(),
        };
        Ok(Self {
            boards: boards.to_vec(),
            first,
            parts,
            hottest,
            verdicts,
            choices,
            play,
        })
    }

    /// Who wins if the player begins whose moves are looked at.
    pub fn verdict(&self) -> Verdict {
        self.verdicts[usize::from(self.first == Color::White)]
    }

    /// The region in which a move is made, by its place among the parts: also one of a later position.
    pub fn part_of(&self, board: usize, mv: Move) -> Option<usize> {
        part_of(&self.parts, board, mv)
    }

    /// Whether what a region is worth is only known within bounds.
    pub fn is_rough(&self) -> bool {
        let is_rough = |part: &Part| matches!(part.worth, Worth::Between { .. });
        self.parts.iter().any(is_rough)
    }
}

fn part_of(parts: &[Part], board: usize, mv: Move) -> Option<usize> {
    parts
        .iter()
        .position(|part| part.board == board && part.region.squares().contains(mv.from))
}

/// A name for each region: A, B, …, Z, AA, AB, ….
pub(super) fn name(place: usize) -> String {
    let letter = char::from(b'A' + (place % 26) as u8);
    match place / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", name(more - 1)),
    }
}

/// Asks the board solver, as long as somebody waits.
fn search(
    table: Option<&ExactTable>,
    boards: &[Position],
    parts: &[Part],
    first: Color,
    patience: Duration,
    bar: &ProgressBar,
    verdicts: &mut [Verdict; 2],
) -> Result<Choices, TableError> {
    if patience.is_zero() {
        return Ok(Choices::Open);
    }
    let deadline = Instant::now() + patience;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let solver = Solver::new(MEMORY, threads, table);
    bar.set_message("searching for who wins");
    let solution = match solver.solve(boards, &mut |_, _| Instant::now() < deadline) {
        Err(TableError::Interrupted) => return Ok(Choices::Open),
        solution => solution?,
    };
    for (verdict, found) in verdicts
        .iter_mut()
        .zip([solution.black_first.winner, solution.white_first.winner])
    {
        if verdict.winner().is_none() {
            *verdict = Verdict::Winner(found);
        }
    }
    bar.set_message("searching for all winning moves");
    let winning = solver.all_winning_moves(boards, first, &mut |_, _| Instant::now() < deadline)?;
    let moves = winning.moves.into_iter();
    let moves = moves.filter_map(|(board, mv)| Some((part_of(parts, board, mv)?, mv)));
    Ok(Choices::Winning(moves.collect(), winning.unknown == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_z() {
        let names = [0, 25, 26, 27, 51, 52, 701, 702].map(name);
        assert_eq!(names, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
