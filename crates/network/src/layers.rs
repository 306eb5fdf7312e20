//! All layers of a network, in one kind of number.

use amazons::Position;

use crate::heads::{Heads, Verdict};
use crate::kernel::{Kernel, Path, Task};
use crate::number::Number;
use crate::planes::Planes;
use crate::policy::Policy;
use crate::policy_head::PolicyHead;
use crate::tower::{Squares, Strip, Tower};
use crate::weights::Weights;

/// The tower and what is read off it.
#[derive(Clone, Debug)]
pub(crate) struct Layers<N: Number> {
    tower: Tower<N>,
    heads: Heads<N>,
    policy: PolicyHead<N>,
}

/// Runs everything but the policy.
struct EvaluationTask<'a, N: Number> {
    layers: &'a Layers<N>,
    planes: &'a Planes,
    squares: &'a mut Squares<N>,
}

impl<N: Number> Task for EvaluationTask<'_, N> {
    type Output = Verdict;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Verdict {
        self.layers.tower.run(kernel, self.planes, self.squares);
        self.layers.heads.run(kernel, self.squares)
    }
}

/// Runs the policy.
struct PolicyTask<'a, N: Number> {
    head: &'a PolicyHead<N>,
    path: Path,
    position: &'a Position,
    features: &'a [Strip<N>],
}

impl<N: Number> Task for PolicyTask<'_, N> {
    type Output = Policy;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Policy {
        let embeddings = self.head.run(kernel, self.features);
        Policy::new(self.position, embeddings, self.path)
    }
}

impl<N: Number> Layers<N> {
    pub fn new(weights: &Weights<N::Weight>) -> Self {
        Self {
            tower: Tower::new(weights),
            heads: Heads::new(weights),
            policy: PolicyHead::new(weights),
        }
    }

    /// What the network says of a position; what the policy needs is left in `squares`.
    pub fn evaluate(&self, path: Path, planes: &Planes, squares: &mut Squares<N>) -> Verdict {
        path.run(EvaluationTask {
            layers: self,
            planes,
            squares,
        })
    }

    /// The policy, from what an evaluation has left.
    pub fn policy(&self, path: Path, position: &Position, features: &[Strip<N>]) -> Policy {
        path.run(PolicyTask {
            head: &self.policy,
            path,
            position,
            features,
        })
    }
}
