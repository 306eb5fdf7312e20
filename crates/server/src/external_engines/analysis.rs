//! Live analysis by an external engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use arena::PlayerError;
use arena::player::{EngineInfo, EngineScore, GameHistory, PvInfo};
use arena::time_control::{Deadline, MoveLimits};
use game::PerColor;
use tokio::sync::watch;

use super::{EngineRequest, ExternalEngines, RequestPurpose};
use crate::analysis::{AnalysisUpdate, LatestUpdate, MAX_MULTIPV};
use crate::dto::analysis::{Analysis, Score, Variation};
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::external_engine::{EngineProtocol, ExternalEngine};
use crate::dto::move_strings;
use crate::dto::position::winner;
use crate::dto::side::WinProbability;

/// Search time of a UCI engine, which reports lines while it searches.
const UCI_ANALYSIS_TIME: Duration = Duration::from_secs(60);

/// Search time of a GTP engine, which reports only its move.
const GTP_ANALYSIS_TIME: Duration = Duration::from_secs(3);

impl ExternalEngines {
    /// Starts an analysis that runs until its receiver is dropped, at most for the engine's search
    /// time.
    pub fn analyze(
        self: &Arc<Self>,
        engine: ExternalEngine,
        position: Position,
        multipv: usize,
    ) -> watch::Receiver<LatestUpdate> {
        let (sender, updates) = watch::channel(None);
        let engines = Arc::clone(self);
        tokio::spawn(async move {
            let name = engine.name.clone();
            tokio::select! {
                () = sender.closed() => {}
                result = engines.run_analysis(engine, position, multipv, &sender) => {
                    if let Err(error) = result {
                        let detail = error.to_string();
                        let failed = ApiError::internal(format!("{name} {error}"))
                            .because(ErrorReason::EngineFault { name, detail });
                        sender.send_replace(Some(Arc::new(Err(failed))));
                    }
                }
            }
        });
        updates
    }

    async fn run_analysis(
        &self,
        engine: ExternalEngine,
        position: Position,
        multipv: usize,
        updates: &watch::Sender<LatestUpdate>,
    ) -> Result<(), PlayerError> {
        let start = Instant::now();
        let reported = ReportedLines::new(position);
        if winner(&position).is_some() {
            updates.send_replace(reported.to_update(start, true));
            return Ok(());
        }
        let time = match engine.protocol {
            EngineProtocol::Uci => UCI_ANALYSIS_TIME,
            EngineProtocol::Gtp => GTP_ANALYSIS_TIME,
        };
        let request = EngineRequest {
            purpose: RequestPurpose::Analysis,
            line: GameHistory::new(position),
            lines: multipv,
            allowance: MoveLimits {
                move_time: Some(time),
                clocks: PerColor::default(),
                nodes: None,
                depth: None,
                deadline: Deadline::Response(time + self.response_timeout()),
            },
        };
        let (reported_tx, reported_rx) = watch::channel(reported);
        let updates_tx = updates.clone();
        let reply = self
            .request(engine, request, move |line| {
                reported_tx.send_modify(|reported| reported.set_line(line));
                let update = reported_tx.borrow().to_update(start, false);
                updates_tx.send_replace(update);
            })
            .await?;
        let mut reported = reported_rx.borrow().clone();
        reported.finish(reply.mv, reply.info);
        updates.send_replace(reported.to_update(start, true));
        Ok(())
    }
}

/// Latest lines that an engine has reported for a position.
#[derive(Clone, Debug)]
struct ReportedLines {
    position: Position,
    /// At index `multipv` − 1.
    lines: Vec<Option<PvInfo<Move>>>,
    best_move: Option<Move>,
}

impl ReportedLines {
    fn new(position: Position) -> Self {
        Self {
            position,
            lines: Vec::new(),
            best_move: None,
        }
    }

    fn set_line(&mut self, line: PvInfo<Move>) {
        let index = line.multipv - 1;
        if index >= MAX_MULTIPV {
            return;
        }
        if self.lines.len() <= index {
            self.lines.resize(index + 1, None);
        }
        self.lines[index] = Some(line);
    }

    /// Sets the best move. It becomes the first line if the engine reported none.
    fn finish(&mut self, best_move: Option<Move>, info: EngineInfo) {
        self.best_move = best_move;
        if let Some(mv) = best_move
            && self.lines.is_empty()
        {
            self.set_line(PvInfo {
                multipv: 1,
                pv: vec![mv],
                info,
            });
        }
    }

    fn to_update(&self, start: Instant, is_final: bool) -> LatestUpdate {
        let to_move = self.position.to_move();
        let variation = |line: &PvInfo<Move>| {
            let score = line.info.score.map(to_score);
            Variation {
                moves: move_strings(&line.pv),
                score: score.map(Score::from),
                win_probability: score
                    .map(|score| WinProbability::of(to_move, score.win_probability())),
                visits: None,
            }
        };
        let first = self.lines.first().and_then(Option::as_ref);
        let lines: Vec<Variation> = self.lines.iter().flatten().map(variation).collect();
        let best_move = self.best_move.or_else(|| first.map(|line| line.pv[0]));
        let analysis = Analysis {
            fen: self.position.to_text(),
            to_move: to_move.into(),
            winner: winner(&self.position),
            score: lines.first().and_then(|line| line.score),
            win_probability: lines.first().and_then(|line| line.win_probability),
            score_lead: None,
            exact: None,
            best_move: best_move.map(|mv| mv.to_string()),
            depth: first.and_then(|line| line.info.depth).unwrap_or(0),
            nodes: first.and_then(|line| line.info.nodes).unwrap_or(0),
            seconds: start.elapsed().as_secs_f64(),
            lines,
        };
        Some(Arc::new(Ok(AnalysisUpdate { analysis, is_final })))
    }
}

/// Converts an engine's score. One centipawn is 10 millilogits in our UCI dialect; for other
/// engines this is a rough guess.
fn to_score(score: EngineScore) -> engine::Score {
    let plies = |moves: u64| u32::try_from(moves.min(1000)).unwrap_or(1000) * 2;
    match score {
        EngineScore::Centi(centipawns) => {
            let millilogits = centipawns.clamp(-10_000, 10_000) * 10;
            engine::Score::Estimate(i32::try_from(millilogits).unwrap_or(0))
        }
        EngineScore::WinIn(moves) => engine::Score::Win {
            plies: plies(moves).saturating_sub(1),
        },
        EngineScore::LossIn(moves) => engine::Score::Loss {
            plies: plies(moves),
        },
    }
}
