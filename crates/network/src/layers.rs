//! All layers of a network in one precision.

use amazons::Position;

use crate::activation::Activation;
use crate::kernel::{ConvolutionKernel, Kernel, KernelTask};
use crate::planes::Planes;
use crate::policy::Policy;
use crate::policy_head::PolicyHead;
use crate::tower::{Activations, ChannelBlock, Tower};
use crate::value_head::{HeadOutputs, ValueHeads};
use crate::weights::NetworkWeights;

/// The tower and its heads.
#[derive(Clone, Debug)]
pub(crate) struct NetworkLayers<N: Activation> {
    tower: Tower<N>,
    heads: ValueHeads<N>,
    policy: PolicyHead<N>,
}

/// Runs the tower and all heads but the policy.
struct EvaluationTask<'a, N: Activation> {
    layers: &'a NetworkLayers<N>,
    planes: &'a Planes,
    activations: &'a mut Activations<N>,
}

impl<N: Activation> KernelTask for EvaluationTask<'_, N> {
    type Output = HeadOutputs;

    #[inline(always)]
    fn run<K: ConvolutionKernel>(self, kernel: K) -> HeadOutputs {
        self.layers
            .tower
            .forward(kernel, self.planes, self.activations);
        self.layers.heads.forward(kernel, self.activations)
    }
}

/// Runs the policy head.
struct PolicyTask<'a, N: Activation> {
    head: &'a PolicyHead<N>,
    kernel: Kernel,
    position: &'a Position,
    tower_output: &'a [ChannelBlock<N>],
}

impl<N: Activation> KernelTask for PolicyTask<'_, N> {
    type Output = Policy;

    #[inline(always)]
    fn run<K: ConvolutionKernel>(self, kernel: K) -> Policy {
        let embeddings = self.head.forward(kernel, self.tower_output);
        Policy::new(self.position, embeddings, self.kernel)
    }
}

impl<N: Activation> NetworkLayers<N> {
    pub fn new(weights: &NetworkWeights<N::Weight>) -> Self {
        Self {
            tower: Tower::new(weights),
            heads: ValueHeads::new(weights),
            policy: PolicyHead::new(weights),
        }
    }

    /// Evaluates input planes; the tower's output is left in `activations`.
    pub fn evaluate(
        &self,
        kernel: Kernel,
        planes: &Planes,
        activations: &mut Activations<N>,
    ) -> HeadOutputs {
        kernel.run(EvaluationTask {
            layers: self,
            planes,
            activations,
        })
    }

    /// Computes the policy from the tower's output.
    pub fn policy(
        &self,
        kernel: Kernel,
        position: &Position,
        tower_output: &[ChannelBlock<N>],
    ) -> Policy {
        kernel.run(PolicyTask {
            head: &self.policy,
            kernel,
            position,
            tower_output,
        })
    }
}
