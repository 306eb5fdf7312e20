//! The network as a whole: positions in, verdicts out.

use std::path::Path as FilePath;
use std::sync::OnceLock;

use amazons::{Position, Square};

use crate::elementary::sigmoid;
use crate::frame::{SQUARES, frame_index};
use crate::heads::Verdict;
use crate::kernel::Path;
use crate::layers::Layers;
use crate::planes::planes;
use crate::policy::Policy;
use crate::tower::{Squares, Strip};
use crate::weights::{Shape, Weights, WeightsError};

/// The weights that ship.
static EMBEDDED: &[u8] = include_bytes!("../default.weights");

/// A network, ready to evaluate. Threads share one; each needs a [`Workspace`] of its own.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    provenance: String,
    path: Path,
    layers: Kind<Layers<u8>, Layers<f32>>,
}

/// What a network is run in: bytes or, as it was trained, floats.
#[derive(Clone, PartialEq, Debug)]
enum Kind<Q, E> {
    Quantised(Q),
    Exact(E),
}

/// What the tower leaves for the policy.
type Features<N> = Box<[Strip<N>]>;

/// Memory that evaluations reuse.
#[derive(Clone, Debug)]
pub struct Workspace(Kind<Squares<u8>, Squares<f32>>);

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
    features: Kind<Features<u8>, Features<f32>>,
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

impl Network {
    /// A network with these weights, on the fastest path of this processor.
    ///
    /// # Errors
    /// If the shape is not one that can be run.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        Self::with_layers(weights, |weights| Kind::Quantised(Layers::new(weights)))
    }

    /// A network that is run as it was trained, in floats: slower than a quantised one, and the truth that one
    /// is judged by. Its results differ in the last digit from path to path.
    ///
    /// # Errors
    /// If the shape is not one that can be run.
    pub fn exact(weights: &Weights<f32>) -> Result<Self, WeightsError> {
        Self::with_layers(weights, |weights| Kind::Exact(Layers::new(weights)))
    }

    fn with_layers<W>(
        weights: &Weights<W>,
        layers: impl Fn(&Weights<W>) -> Kind<Layers<u8>, Layers<f32>>,
    ) -> Result<Self, WeightsError> {
        weights.shape.check()?;
        Ok(Self {
            shape: weights.shape,
            provenance: weights.provenance.clone(),
            path: Path::best(),
            layers: layers(weights),
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

    /// Reads a network from a weights file: a quantised one, or one that training has exported, which is then
    /// run [exactly](Self::exact).
    ///
    /// # Errors
    /// If the file cannot be read, or is not a whole, undamaged weights file.
    pub fn load(file: impl AsRef<FilePath>) -> Result<Self, WeightsError> {
        Self::from_bytes(&std::fs::read(file)?)
    }

    /// Reads a network from the bytes of a weights file of either kind.
    ///
    /// # Errors
    /// If they are anything but a whole, undamaged weights file of a network that can be run.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        if Weights::is_export(bytes) {
            Self::exact(&Weights::from_export(bytes)?)
        } else {
            Self::new(&Weights::from_bytes(bytes)?)
        }
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

    /// Whether it is run as it was trained, in floats.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self.layers, Kind::Exact(_))
    }

    /// Memory for evaluations by this network or one of the same shape and kind.
    #[must_use]
    pub fn workspace(&self) -> Workspace {
        let channels = self.shape.channels;
        Workspace(match self.layers {
            Kind::Quantised(_) => Kind::Quantised(Squares::new(channels)),
            Kind::Exact(_) => Kind::Exact(Squares::new(channels)),
        })
    }

    /// Evaluates a position.
    ///
    /// # Panics
    /// If the workspace is that of a network of another shape or kind.
    #[must_use]
    pub fn evaluate(&self, workspace: &mut Workspace, position: &Position) -> Evaluation {
        let (path, planes) = (self.path, planes(position));
        let (verdict, features) = match (&self.layers, &mut workspace.0) {
            (Kind::Quantised(layers), Kind::Quantised(squares)) => (
                layers.evaluate(path, &planes, squares),
                Kind::Quantised(squares.features.clone().into_boxed_slice()),
            ),
            (Kind::Exact(layers), Kind::Exact(squares)) => (
                layers.evaluate(path, &planes, squares),
                Kind::Exact(squares.features.clone().into_boxed_slice()),
            ),
            _ => panic!("the workspace is that of another kind of network"),
        };
        let Verdict {
            win_logit,
            margin,
            ownership,
        } = verdict;
        Evaluation {
            win_logit,
            margin,
            ownership,
            features,
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
    ///
    /// # Panics
    /// If the evaluation is that of a network of another shape or kind.
    #[must_use]
    pub fn policy(&self, position: &Position, evaluation: &Evaluation) -> Policy {
        match (&self.layers, &evaluation.features) {
            (Kind::Quantised(layers), Kind::Quantised(features)) => {
                layers.policy(self.path, position, features)
            }
            (Kind::Exact(layers), Kind::Exact(features)) => {
                layers.policy(self.path, position, features)
            }
            _ => panic!("the evaluation is that of another kind of network"),
        }
    }
}
