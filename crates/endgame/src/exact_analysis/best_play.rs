//! Best play of a sum of boards to the end.

use amazons::{Color, Game, Move, Position};
use combinatorial::{Dyadic, GameValue};

use super::lead::Lead;
use super::moves::AnalyzedMove;
use super::{AnalyzedRegion, ExactAnalyzer};
use crate::error::TableError;

/// A move of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestPlayMove {
    /// Player who moves.
    pub side: Color,
    /// Index of the board.
    pub board: usize,
    /// The move.
    pub mv: Move,
    /// Value of the region before the move, if known.
    pub before: Option<GameValue>,
    /// Value of what remains of the region, if known.
    pub after: Option<GameValue>,
    /// Winner and lead after the move.
    pub lead: Lead,
    /// Why the move is best.
    pub reason: MoveReason,
}

/// Why a move is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveReason {
    /// The only winning move.
    OnlyWinningMove,
    /// A move in the region with the highest temperature, which is given.
    Hottest(Dyadic),
    /// A move in a cooler region, since every move in the hottest one is worse.
    CoolerRegion {
        /// Temperature of the region.
        temperature: Dyadic,
        /// Temperature of the hottest region.
        hottest: Dyadic,
    },
    /// Only numbers are left (zugzwang); this move loses the least.
    SmallestLoss,
    /// A filling move in a region with only the player's own amazons.
    FillsOwnRegion,
}

impl ExactAnalyzer<'_> {
    /// Line of best play, starting with `first`, and whether it reaches the end of the game. The
    /// winner keeps the lead, the loser minimizes it; ties are broken as in
    /// [`best_move_index`](Self::best_move_index). The line ends early if `should_continue`, called
    /// before each move, returns `false` or if a value is not known exactly.
    ///
    /// # Errors
    /// If the table is corrupt.
    pub fn best_play(
        &mut self,
        boards: &[Position],
        first: Color,
        should_continue: &mut dyn FnMut() -> bool,
    ) -> Result<(Vec<BestPlayMove>, bool), TableError> {
        let mut boards = boards.to_vec();
        let mut side = first;
        let mut line = Vec::new();
        while should_continue() {
            let regions = self.analyze_regions(&boards)?;
            let Some(played) = self.best_move(&regions, side)? else {
                let can_move = |AnalyzedRegion { region, .. }: &AnalyzedRegion| {
                    let near = region.amazons(side).neighbors();
                    near.intersects(region.empty_squares())
                };
                return Ok((line, !regions.iter().any(can_move)));
            };
            let board = &mut boards[played.board];
            *board = board.with_to_move(side);
            board.play(played.mv);
            line.push(played);
            side = !side;
        }
        Ok((line, false))
    }

    /// Index of the best of [`analyze_moves`](Self::analyze_moves): by the lead of `side`, then
    /// contested regions first, then the hottest. `None` if there is no move or a value is unknown.
    pub fn best_move_index(
        &mut self,
        regions: &[AnalyzedRegion],
        side: Color,
        moves: &[AnalyzedMove],
    ) -> Option<usize> {
        let mut temperatures = Vec::with_capacity(regions.len());
        for region in regions {
            temperatures.push(self.temperature(region.value.exact()?));
        }
        let mut best: Option<((i64, bool, Dyadic), usize)> = None;
        for (index, mv) in moves.iter().enumerate() {
            let is_contested = regions[mv.region].region.is_contested();
            let score = mv.lead?.score_for(side);
            let rank = (score, is_contested, temperatures[mv.region]);
            if best.is_none_or(|(highest, _)| highest < rank) {
                best = Some((rank, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Best move of a player; `None` if there is none or it is unknown.
    fn best_move(
        &mut self,
        regions: &[AnalyzedRegion],
        side: Color,
    ) -> Result<Option<BestPlayMove>, TableError> {
        if regions.iter().any(|region| region.value.exact().is_none()) {
            return Ok(None);
        }
        let moves = self.analyze_moves(regions, side)?;
        let best = self.best_move_index(regions, side, &moves);
        let best = best.and_then(|index| Some((&moves[index], moves[index].lead?)));
        let Some((best, lead)) = best else {
            return Ok(None);
        };
        let region = &regions[best.region];
        Ok(Some(BestPlayMove {
            side,
            board: region.board,
            mv: best.mv,
            before: region.value.exact(),
            after: best.remainder,
            lead,
            reason: self.reason(regions, side, &moves, best),
        }))
    }

    fn reason(
        &mut self,
        regions: &[AnalyzedRegion],
        side: Color,
        moves: &[AnalyzedMove],
        best: &AnalyzedMove,
    ) -> MoveReason {
        let wins = |mv: &&AnalyzedMove| mv.wins_for(side);
        let is_only = moves.len() > 1 && moves.iter().filter(wins).count() == 1;
        if is_only && best.wins_for(side) {
            return MoveReason::OnlyWinningMove;
        }
        let region = &regions[best.region];
        if !region.region.is_contested() {
            return MoveReason::FillsOwnRegion;
        }
        let mut temperature_of = |region: &AnalyzedRegion| {
            let value = region.value.exact();
            value.map_or(Dyadic::ZERO, |value| self.temperature(value))
        };
        let temperature = temperature_of(region);
        if temperature < Dyadic::ZERO {
            return MoveReason::SmallestLoss;
        }
        let hottest = regions.iter().map(&mut temperature_of).max();
        match hottest {
            Some(hottest) if hottest > temperature => MoveReason::CoolerRegion {
                temperature,
                hottest,
            },
            _ => MoveReason::Hottest(temperature),
        }
    }
}
