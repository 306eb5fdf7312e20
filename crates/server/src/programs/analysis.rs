//! A position that a program thinks about while somebody looks on.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use amazons::{Game, Move, Position};
use arena::Unanswered;
use arena::control::{Allowance, Limit};
use arena::player::{Line, Remark, Thought, Value};
use game::PerColor;
use tokio::sync::watch;

use super::{Programs, Purpose, Question};
use crate::dto::position::winner;
use crate::dto::program::{Program, Protocol};
use crate::dto::side::Chances;
use crate::dto::study::{self, Score, Study};
use crate::thinking::Found;

/// How long a program thinks that says its lines while it does.
const WITH_LINES: Duration = Duration::from_secs(60);

/// How long one thinks that says nothing before its move.
const WITHOUT_LINES: Duration = Duration::from_secs(3);

/// An analysis by a program. Dropping it ends it.
#[derive(Debug)]
pub struct ProgramAnalysis {
    /// The newest of what it said; nothing at first.
    pub news: watch::Receiver<Option<Arc<Found>>>,
    /// Why there is nothing more, if the program failed.
    pub failure: Arc<OnceLock<String>>,
}

impl Programs {
    /// Lets a program think about a position for as long as somebody looks on, but not for ever.
    #[must_use]
    pub fn watch(&self, program: Program, position: Position, lines: usize) -> ProgramAnalysis {
        let (sender, news) = watch::channel(None);
        let failure = Arc::new(OnceLock::new());
        let (programs, last_words) = (self.clone(), Arc::clone(&failure));
        tokio::spawn(async move {
            let name = program.name.clone();
            tokio::select! {
                () = sender.closed() => {}
                answer = programs.study(program, position, lines, &sender) => {
                    if let Err(unanswered) = answer {
                        let _ = last_words.set(format!("{name} {unanswered}"));
                    }
                }
            }
        });
        ProgramAnalysis { news, failure }
    }

    async fn study(
        &self,
        program: Program,
        position: Position,
        lines: usize,
        news: &watch::Sender<Option<Arc<Found>>>,
    ) -> Result<(), Unanswered> {
        let began = Instant::now();
        let mut remarks = Remarks::new(position);
        if winner(&position).is_some() {
            news.send_replace(Some(Arc::new(remarks.found(began, true))));
            return Ok(());
        }
        let time = match program.protocol {
            Protocol::Uci => WITH_LINES,
            Protocol::Gtp => WITHOUT_LINES,
        };
        let question = Question {
            purpose: Purpose::Analysis,
            line: Line::new(position),
            lines,
            allowance: Allowance {
                move_time: Some(time),
                clocks: PerColor::default(),
                nodes: None,
                depth: None,
                limit: Limit::Patience(time + self.patience()),
            },
        };
        let (listener, so_far) = (news.clone(), watch::Sender::new(Remarks::new(position)));
        let heard = so_far.subscribe();
        let choice = self
            .ask(program, question, move |remark| {
                so_far.send_modify(|remarks| remarks.hear(remark));
                let found = so_far.borrow().found(began, false);
                listener.send_replace(Some(Arc::new(found)));
            })
            .await?;
        remarks = heard.borrow().clone();
        remarks.decide(choice.mv, choice.thought);
        news.send_replace(Some(Arc::new(remarks.found(began, true))));
        Ok(())
    }
}

/// What a program said of a position, line by line.
#[derive(Clone, Debug)]
struct Remarks {
    position: Position,
    /// By rank.
    lines: Vec<Option<Remark<Move>>>,
    best: Option<Move>,
}

/// No more lines are listened to: nobody could ask for more.
const MOST_LINES: usize = crate::services::MOST_LINES;

impl Remarks {
    fn new(position: Position) -> Self {
        Self {
            position,
            lines: Vec::new(),
            best: None,
        }
    }

    fn hear(&mut self, remark: Remark<Move>) {
        let place = remark.rank - 1;
        if place >= MOST_LINES {
            return;
        }
        if self.lines.len() <= place {
            self.lines.resize(place + 1, None);
        }
        self.lines[place] = Some(remark);
    }

    /// The move that it plays is the first line, said before or not.
    fn decide(&mut self, best: Option<Move>, thought: Thought) {
        self.best = best;
        if let Some(mv) = best
            && self.lines.is_empty()
        {
            let (rank, moves) = (1, vec![mv]);
            self.hear(Remark {
                rank,
                moves,
                thought,
            });
        }
    }

    fn found(&self, began: Instant, is_final: bool) -> Found {
        let mover = self.position.to_move();
        let line = |remark: &Remark<Move>| {
            let score = remark.thought.value.map(score);
            study::Line {
                moves: remark.moves.iter().map(Move::to_string).collect(),
                score: score.map(Score::from),
                win_probability: score.map(|score| Chances::of(mover, score.chance())),
                visits: None,
            }
        };
        let first = self.lines.first().and_then(Option::as_ref);
        let lines: Vec<study::Line> = self.lines.iter().flatten().map(line).collect();
        let best = self.best.or_else(|| first.map(|remark| remark.moves[0]));
        Found {
            study: Study {
                fen: self.position.to_text(),
                to_move: mover.into(),
                winner: winner(&self.position),
                score: lines.first().and_then(|line| line.score),
                win_probability: lines.first().and_then(|line| line.win_probability),
                margin: None,
                exact: None,
                best_move: best.map(|mv| mv.to_string()),
                depth: first.and_then(|line| line.thought.depth).unwrap_or(0),
                nodes: first.and_then(|line| line.thought.nodes).unwrap_or(0),
                seconds: began.elapsed().as_secs_f64(),
                lines,
            },
            is_final,
        }
    }
}

/// What a program's word is worth. In our dialect a hundredth of the logarithm of the odds is a point; what others mean by
/// a point they do not say, so that theirs are chances only roughly.
fn score(value: Value) -> engine::Score {
    let plies = |moves: u64| u32::try_from(moves.min(1000)).unwrap_or(1000) * 2;
    match value {
        Value::Estimate(hundredths) => {
            let thousandths = hundredths.clamp(-10_000, 10_000) * 10;
            engine::Score::Estimate(i32::try_from(thousandths).unwrap_or(0))
        }
        Value::WinIn(moves) => engine::Score::Win {
            plies: plies(moves).saturating_sub(1),
        },
        Value::LossIn(moves) => engine::Score::Loss {
            plies: plies(moves),
        },
    }
}
