//! The network: loading and evaluation.

use std::path::Path;
use std::sync::OnceLock;

use amazons::{Position, Square};

use crate::board::{SQUARES, square_index};
use crate::kernel::Kernel;
use crate::layers::NetworkLayers;
use crate::math::sigmoid;
use crate::planes::input_planes;
use crate::policy::Policy;
use crate::tower::{Activations, ChannelBlock};
use crate::value_head::HeadOutputs;
use crate::weights::{NetworkFileError, NetworkShape, NetworkWeights};

static EMBEDDED: &[u8] = include_bytes!("../default.weights");

/// Maximum size of a weights file.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// A network, ready to evaluate. Threads can share it; each needs a [`Workspace`] of its own.
#[derive(Clone, Debug)]
pub struct Network {
    shape: NetworkShape,
    provenance: String,
    kernel: Kernel,
    layers: ByPrecision<NetworkLayers<u8>, NetworkLayers<f32>>,
}

#[derive(Clone, PartialEq, Debug)]
enum ByPrecision<Q, F> {
    Int8(Q),
    Float32(F),
}

/// Output of the tower, from which the policy is computed.
type TowerOutput<N> = Box<[ChannelBlock<N>]>;

/// Memory reused between evaluations.
#[derive(Clone, Debug)]
pub struct Workspace(ByPrecision<Activations<u8>, Activations<f32>>);

/// Evaluation of a position from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkOutput {
    /// Logit of the win probability.
    pub win_logit: f32,
    /// Expected margin at the end of the game, in squares.
    pub expected_margin: f32,
    ownership: [f32; SQUARES],
    tower_output: ByPrecision<TowerOutput<u8>, TowerOutput<f32>>,
}

impl NetworkOutput {
    /// Win probability of the side to move.
    #[must_use]
    pub fn win_probability(&self) -> f32 {
        sigmoid(self.win_logit)
    }

    /// Expected ownership of a square at the end of the game: +1 for the side to move, −1 for the
    /// opponent.
    #[must_use]
    pub fn ownership(&self, square: Square) -> f32 {
        self.ownership[square_index(square)]
    }
}

impl Network {
    /// Creates a network from quantized weights, with the fastest kernel of this CPU.
    ///
    /// # Errors
    /// If the shape is not supported.
    pub fn new(weights: &NetworkWeights) -> Result<Self, NetworkFileError> {
        Self::with_layers(weights, |weights| {
            ByPrecision::Int8(NetworkLayers::new(weights))
        })
    }

    /// Creates a network from the float weights that training exports. Reference for the quantized
    /// network; slower, and not bit-identical between kernels.
    ///
    /// # Errors
    /// If the shape is not supported.
    pub fn from_float_weights(weights: &NetworkWeights<f32>) -> Result<Self, NetworkFileError> {
        Self::with_layers(weights, |weights| {
            ByPrecision::Float32(NetworkLayers::new(weights))
        })
    }

    fn with_layers<W>(
        weights: &NetworkWeights<W>,
        layers: impl Fn(&NetworkWeights<W>) -> ByPrecision<NetworkLayers<u8>, NetworkLayers<f32>>,
    ) -> Result<Self, NetworkFileError> {
        weights.shape.validate()?;
        Ok(Self {
            shape: weights.shape,
            provenance: weights.provenance.clone(),
            kernel: Kernel::best(),
            layers: layers(weights),
        })
    }

    /// The embedded network.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| Self::from_bytes(EMBEDDED).expect("the embedded weights are valid"))
    }

    /// Loads a weights file, quantized or float.
    ///
    /// # Errors
    /// If the file cannot be read or is not a valid weights file.
    pub fn load(file: impl AsRef<Path>) -> Result<Self, NetworkFileError> {
        Self::from_bytes(&storage::read_file(file.as_ref(), MAX_FILE_BYTES)?)
    }

    /// Parses the bytes of a weights file, quantized or float.
    ///
    /// # Errors
    /// If the bytes are not a valid weights file of a supported shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkFileError> {
        if NetworkWeights::is_float_file(bytes) {
            Self::from_float_weights(&NetworkWeights::from_float_file(bytes)?)
        } else {
            Self::new(&NetworkWeights::from_bytes(bytes)?)
        }
    }

    /// The same network with another kernel; `None` if this CPU does not support it.
    #[must_use]
    pub fn with_kernel(&self, kernel: Kernel) -> Option<Self> {
        kernel.is_available().then(|| Self {
            kernel,
            ..self.clone()
        })
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Sizes of the layers.
    #[must_use]
    pub fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// Origin of the weights.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Whether the network runs in floats.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self.layers, ByPrecision::Float32(_))
    }

    /// Allocates memory for evaluations by networks of this shape and precision.
    #[must_use]
    pub fn workspace(&self) -> Workspace {
        let channels = self.shape.channels;
        Workspace(match self.layers {
            ByPrecision::Int8(_) => ByPrecision::Int8(Activations::new(channels)),
            ByPrecision::Float32(_) => ByPrecision::Float32(Activations::new(channels)),
        })
    }

    /// Evaluates a position.
    ///
    /// # Panics
    /// If the workspace belongs to a network of another shape or precision.
    #[must_use]
    pub fn evaluate(&self, workspace: &mut Workspace, position: &Position) -> NetworkOutput {
        let (kernel, planes) = (self.kernel, input_planes(position));
        let (outputs, tower_output) = match (&self.layers, &mut workspace.0) {
            (ByPrecision::Int8(layers), ByPrecision::Int8(activations)) => (
                layers.evaluate(kernel, &planes, activations),
                ByPrecision::Int8(activations.output.clone().into_boxed_slice()),
            ),
            (ByPrecision::Float32(layers), ByPrecision::Float32(activations)) => (
                layers.evaluate(kernel, &planes, activations),
                ByPrecision::Float32(activations.output.clone().into_boxed_slice()),
            ),
            _ => panic!("workspace belongs to a network of another precision"),
        };
        let HeadOutputs {
            win_logit,
            expected_margin,
            ownership,
        } = outputs;
        NetworkOutput {
            win_logit,
            expected_margin,
            ownership,
            tower_output,
        }
    }

    /// Computes the policy of a position from its evaluation.
    ///
    /// # Panics
    /// If the evaluation belongs to a network of another shape or precision.
    #[must_use]
    pub fn policy(&self, position: &Position, evaluation: &NetworkOutput) -> Policy {
        match (&self.layers, &evaluation.tower_output) {
            (ByPrecision::Int8(layers), ByPrecision::Int8(output)) => {
                layers.policy(self.kernel, position, output)
            }
            (ByPrecision::Float32(layers), ByPrecision::Float32(output)) => {
                layers.policy(self.kernel, position, output)
            }
            _ => panic!("evaluation belongs to a network of another precision"),
        }
    }
}
