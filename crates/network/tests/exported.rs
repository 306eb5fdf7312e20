//! Files that training exports: read as they were written, run in floats, and refused with one sentence when
//! anything is wrong.

mod support;

use amazons::{Game, Position};
use network::weights::{ConvolutionWeights, LinearWeights, Weights};
use network::{Network, Path};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Tensors and their description, as `training/export.py` writes them.
#[derive(Default)]
struct Export {
    tensors: Vec<Value>,
    payload: Vec<u8>,
}

impl Export {
    fn push(&mut self, name: &str, shape: &[usize], floats: &[f32]) {
        assert_eq!(shape.iter().product::<usize>(), floats.len());
        self.tensors
            .push(json!({"name": name, "shape": shape, "offset": self.payload.len()}));
        self.payload
            .extend(floats.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn push_convolution(&mut self, name: &str, convolution: &ConvolutionWeights<f32>) {
        let ConvolutionWeights { inputs, side, .. } = *convolution;
        let shape = [convolution.bias.len(), inputs, side, side];
        self.push(&format!("{name}.weight"), &shape, &convolution.weights);
        self.push(&format!("{name}.bias"), &shape[..1], &convolution.bias);
    }

    fn push_linear(&mut self, name: &str, linear: &LinearWeights, ones: &[usize]) {
        let shape = [&[linear.bias.len(), linear.inputs], ones].concat();
        self.push(&format!("{name}.weight"), &shape, &linear.weights);
        self.push(&format!("{name}.bias"), &shape[..1], &linear.bias);
    }

    fn new(weights: &Weights<f32>) -> Self {
        let mut export = Self::default();
        let channels = weights.shape.channels;
        export.push_convolution("stem", &weights.stem);
        for (number, block) in weights.blocks.iter().enumerate() {
            let name = |part: &str| format!("blocks.{number}.{part}");
            export.push_convolution(&name("first"), &block.first);
            export.push(
                &name("context.weight"),
                &[channels, channels],
                &block.context,
            );
            export.push_convolution(&name("second"), &block.second);
        }
        export.push_convolution("policy", &weights.policy);
        export.push_linear("ownership", &weights.ownership, &[1, 1]);
        export.push_convolution("value_squares", &weights.value_squares);
        export.push_linear("value_hidden", &weights.value_hidden, &[]);
        export.push_linear("value_out", &weights.value_out, &[]);
        export
    }

    fn header(&self, weights: &Weights<f32>) -> Value {
        let digest = Sha256::digest(&self.payload);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let shape = weights.shape;
        json!({
            "shape": {
                "blocks": shape.blocks,
                "channels": shape.channels,
                "embedding": shape.embedding,
                "value_channels": shape.value_channels,
                "value_hidden": shape.value_hidden,
            },
            "planes": 16,
            "margin_unit": 10.0,
            "provenance": {"minutes": 1.25, "games": 2, "positions": 30, "step": 4},
            "sha256": digest,
            "tensors": self.tensors,
        })
    }

    fn bytes(&self, header: &Value) -> Vec<u8> {
        let header = header.to_string();
        let length = (header.len() as u32).to_le_bytes();
        let parts: [&[u8]; 4] = [b"THMDNET1", &length, header.as_bytes(), &self.payload];
        parts.concat()
    }
}

fn weights() -> Weights<f32> {
    support::in_floats(&support::default_weights())
}

fn refusal(bytes: &[u8]) -> String {
    let message = Network::from_bytes(bytes)
        .expect_err("the file is wrong")
        .to_string();
    assert!(!message.contains('\n') && message.len() < 140, "{message}");
    message
}

#[test]
fn an_export_is_read_as_it_was_written() {
    let written = weights();
    let export = Export::new(&written);
    let bytes = export.bytes(&export.header(&written));
    let mut read = Weights::from_export(&bytes).expect("it is sound");
    assert!(
        read.provenance
            .starts_with("self-play on one GPU: 1.2 minutes, 2 games, 30 positions, 4 steps; "),
        "{}",
        read.provenance
    );
    read.provenance.clone_from(&written.provenance);
    assert_eq!(read, written);
    let network = Network::from_bytes(&bytes).expect("it can be run");
    assert!(network.is_exact());
}

#[test]
fn each_fault_has_its_own_sentence() {
    let weights = weights();
    let export = Export::new(&weights);
    let header = export.header(&weights);
    let bytes = export.bytes(&header);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = header.clone();
        change(&mut changed);
        refusal(&export.bytes(&changed))
    };

    for length in [0, 5, 8, 11, 12, 500, bytes.len() - 1] {
        let message = refusal(&bytes[..length]);
        assert!(message.contains("is cut short"), "{length}: {message}");
    }
    let longer = [&bytes[..], &[0; 3]].concat();
    assert_eq!(refusal(&longer), "the weights file has 3 bytes too many");
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 1000] ^= 1;
    assert_eq!(
        refusal(&damaged),
        "the weights file is damaged: its checksum does not fit"
    );
    let mut damaged = bytes.clone();
    damaged[12] = b'[';
    assert!(refusal(&damaged).starts_with("the weights file's header makes no sense: "));
    let without = with(&|header| header["shape"] = Value::Null);
    assert!(without.starts_with("the weights file's header makes no sense: "));
    assert_eq!(
        with(&|header| header["shape"]["channels"] = json!(48)),
        "the weights file's network cannot be used: channels is 48, not 32, 64, 96 or 128"
    );
    assert_eq!(
        with(&|header| header["planes"] = json!(17)),
        "the weights file's network cannot be used: planes is 17, not 16"
    );
    assert_eq!(
        with(&|header| header["tensors"][4]["name"] = json!("something")),
        "the weights file lacks 'blocks.0.context.weight' of the size that its network should have"
    );
    assert_eq!(
        with(&|header| header["shape"]["blocks"] = json!(7)),
        "the weights file lacks 'blocks.6.first.weight' of the size that its network should have"
    );
    let absurd =
        with(&|header| header["tensors"][0]["shape"] = json!([u32::MAX, u32::MAX, u32::MAX]));
    assert!(absurd.contains("is cut short"), "{absurd}");

    let quantised = Weights::from_export(support::DEFAULT).expect_err("it is not exported");
    assert_eq!(
        quantised.to_string(),
        "this is a weights file, but not one that training has exported"
    );
}

#[test]
fn a_weight_that_is_no_number_is_refused() {
    let mut weights = weights();
    weights.policy.bias[3] = f32::NAN;
    let export = Export::new(&weights);
    assert_eq!(
        refusal(&export.bytes(&export.header(&weights))),
        "the weights file holds a weight that is not a finite number"
    );
}

/// Every path computes the same up to the last digits, and nearly what the quantised network does.
#[test]
fn floats_agree_on_every_path() {
    let exact = Network::exact(&weights()).expect("it can be run");
    let paths: Vec<Network> = Path::available()
        .filter_map(|path| exact.on_path(path))
        .collect();
    let quantised = Network::embedded();
    for text in [
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
        "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16",
    ] {
        let position = Position::parse(text).expect("a position");
        let judge = |network: &Network| {
            let evaluation = network.evaluate(&mut network.workspace(), &position);
            let board = position.board();
            let owners = board.iter().map(|square| evaluation.ownership(square));
            let numbers = [evaluation.win_logit, evaluation.margin / 10.0];
            let policy = network.policy(&position, &evaluation);
            let moves = policy.log_probabilities(&position.moves());
            let numbers: Vec<f32> = numbers.into_iter().chain(owners).chain(moves).collect();
            numbers
        };
        let expected = judge(&exact);
        let largest = |found: &[f32]| {
            let errors = found.iter().zip(&expected).map(|(l, r)| (l - r).abs());
            errors.fold(0.0, f32::max)
        };
        for network in &paths {
            let error = largest(&judge(network));
            assert!(error < 2e-3, "{}: off by {error}", network.path());
        }
        let rounding = largest(&judge(quantised));
        assert!((1e-4..1.0).contains(&rounding), "{rounding}");
    }
}
