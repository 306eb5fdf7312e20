//! The network as a whole: positions in, verdicts out.

use std::path::Path as FilePath;
use std::sync::OnceLock;

use amazons::{Position, Square};

use crate::elementary::sigmoid;
use crate::frame::{SQUARES, frame_index};
use crate::heads::{Heads, Verdict};
use crate::kernel::{Kernel, Path, Task};
use crate::planes::{Planes, planes};
use crate::policy::Policy;
use crate::policy_head::PolicyHead;
use crate::tower::{Bytes, Squares, Tower};
use crate::weights::{Shape, Weights, WeightsError};

/// The weights that ship.
static EMBEDDED: &[u8] = include_bytes!("../default.weights");

/// A network, ready to evaluate. Threads share one; each needs a [`Workspace`] of its own.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    provenance: String,
    path: Path,
    tower: Tower,
    heads: Heads,
    policy: PolicyHead,
}

/// Memory that evaluations reuse.
#[derive(Clone, Debug)]
pub struct Workspace(Squares);

/// What the network says of a position, seen from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The logit of the win probability.
    pub win_logit: f32,
    /// The expected margin at the end, in squares.
    pub margin: f32,
    /// The expected owner of every square at the end: +1 the side to move, −1 the opponent.
    ownership: [f32; SQUARES],
    /// What the policy is computed from.
    features: Box<[Bytes]>,
}

impl Evaluation {
    /// The probability that the side to move wins.
    #[must_use]
    pub fn win_probability(&self) -> f32 {
        sigmoid(self.win_logit)
    }

    /// Who is expected to own a square at the end: from +1, the side to move, to −1, the opponent.
    #[must_use]
    pub fn ownership(&self, square: Square) -> f32 {
        self.ownership[frame_index(square)]
    }
}

/// Runs everything but the policy.
struct EvaluationTask<'a> {
    network: &'a Network,
    planes: &'a Planes,
    squares: &'a mut Squares,
}

impl Task for EvaluationTask<'_> {
    type Output = Verdict;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Verdict {
        self.network.tower.run(kernel, self.planes, self.squares);
        self.network.heads.run(kernel, self.squares)
    }
}

/// Runs the policy.
struct PolicyTask<'a> {
    network: &'a Network,
    position: &'a Position,
    features: &'a [Bytes],
}

impl Task for PolicyTask<'_> {
    type Output = Policy;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Policy {
        let Self {
            network, position, ..
        } = self;
        let embeddings = network.policy.run(kernel, self.features);
        Policy::new(position, embeddings, network.path)
    }
}

impl Network {
    /// A network with these weights, on the fastest path of this processor.
    ///
    /// # Errors
    /// If the shape is not one that can be run.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.shape.check()?;
        Ok(Self {
            shape: weights.shape,
            provenance: weights.provenance.clone(),
            path: Path::best(),
            tower: Tower::new(weights),
            heads: Heads::new(weights),
            policy: PolicyHead::new(weights),
        })
    }

    /// The network that ships.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| {
            Weights::from_bytes(EMBEDDED)
                .and_then(|weights| Self::new(&weights))
                .expect("the embedded weights are sound: a test reads them")
        })
    }

    /// Reads a network from a weights file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole, undamaged weights file.
    pub fn load(file: impl AsRef<FilePath>) -> Result<Self, WeightsError> {
        Self::new(&Weights::from_bytes(&std::fs::read(file)?)?)
    }

    /// The same network on that path, if this processor has it.
    #[must_use]
    pub fn on_path(&self, path: Path) -> Option<Self> {
        path.is_available().then(|| Self {
            path,
            ..self.clone()
        })
    }

    /// The path it runs on.
    #[must_use]
    pub fn path(&self) -> Path {
        self.path
    }

    /// How large it is.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How its weights were made.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Memory for evaluations by this network or one of the same shape.
    #[must_use]
    pub fn workspace(&self) -> Workspace {
        Workspace(Squares::new(self.shape.channels))
    }

    /// Evaluates a position.
    #[must_use]
    pub fn evaluate(&self, workspace: &mut Workspace, position: &Position) -> Evaluation {
        let Workspace(squares) = workspace;
        let planes = planes(position);
        let verdict = self.path.run(EvaluationTask {
            network: self,
            planes: &planes,
            squares,
        });
        Evaluation {
            win_logit: verdict.win_logit,
            margin: verdict.margin,
            ownership: verdict.ownership,
            features: squares.bytes.clone().into_boxed_slice(),
        }
    }

    /// Evaluates several positions. One after the other: all weights fit into a core's second cache, so
    /// working on several at once gains nothing.
    #[must_use]
    pub fn evaluate_all(
        &self,
        workspace: &mut Workspace,
        positions: &[Position],
    ) -> Vec<Evaluation> {
        positions
            .iter()
            .map(|position| self.evaluate(workspace, position))
            .collect()
    }

    /// The policy for a position that [`evaluate`](Self::evaluate) has looked at.
    #[must_use]
    pub fn policy(&self, position: &Position, evaluation: &Evaluation) -> Policy {
        self.path.run(PolicyTask {
            network: self,
            position,
            features: &evaluation.features,
        })
    }
}
