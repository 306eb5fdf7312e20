//! Float files: round trip, errors, and inference in floats.

use amazons::{Game, Position};
use network::weights::{AttentionWeights, ConvolutionWeights, LinearWeights, NetworkWeights};
use network::{Kernel, Network};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support;

/// Writes float files like `training/export_weights.py`.
#[derive(Default)]
struct FloatFile {
    tensors: Vec<Value>,
    payload: Vec<u8>,
}

impl FloatFile {
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

    fn new(weights: &NetworkWeights<f32>) -> Self {
        let mut file = Self::default();
        let channels = weights.shape.channels;
        file.push_convolution("stem", &weights.stem);
        for (number, block) in weights.blocks.iter().enumerate() {
            let name = |part: &str| format!("blocks.{number}.{part}");
            file.push_convolution(&name("first"), &block.first);
            file.push(
                &name("context.weight"),
                &[channels, channels],
                &block.context,
            );
            file.push_convolution(&name("second"), &block.second);
        }
        let layers = weights
            .blocks
            .iter()
            .filter_map(|block| block.attention.as_ref());
        for (number, AttentionWeights { qkv, out, .. }) in layers.enumerate() {
            let name = |part: &str| format!("attention.{number}.{part}");
            file.push(&name("qkv.weight"), &[3 * channels, channels], &qkv.weights);
            file.push(&name("qkv.bias"), &[3 * channels], &qkv.bias);
            file.push_linear(&name("out"), out, &[]);
        }
        file.push_convolution("policy", &weights.policy);
        file.push_linear("ownership", &weights.ownership, &[1, 1]);
        file.push_convolution("value_squares", &weights.value_squares);
        file.push_linear("value_hidden", &weights.value_hidden, &[]);
        file.push_linear("value_out", &weights.value_out, &[]);
        file
    }

    fn header(&self, weights: &NetworkWeights<f32>) -> Value {
        let digest = Sha256::digest(&self.payload);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let shape = weights.shape;
        let mut sizes = json!({
            "blocks": shape.blocks,
            "channels": shape.channels,
            "embedding": shape.embedding,
            "value_channels": shape.value_channels,
            "value_hidden": shape.value_hidden,
        });
        if shape.attention_every > 0 {
            sizes["attention_every"] = json!(shape.attention_every);
        }
        json!({
            "shape": sizes,
            "planes": 16,
            "margin_unit": 10.0,
            "provenance": {"minutes": 1.25, "games": 2, "positions": 30, "step": 4},
            "sha256": digest,
            "tensors": self.tensors,
        })
    }

    fn bytes(&self, header: &Value) -> Vec<u8> {
        let magic = if header["shape"]["attention_every"].is_null() {
            b"THMDNET1"
        } else {
            b"THMDNET2"
        };
        let header = header.to_string();
        let length = (header.len() as u32).to_le_bytes();
        let parts: [&[u8]; 4] = [magic, &length, header.as_bytes(), &self.payload];
        parts.concat()
    }
}

fn weights() -> NetworkWeights<f32> {
    support::to_float_weights(&support::default_weights())
}

fn load_error(bytes: &[u8]) -> String {
    let message = Network::from_bytes(bytes)
        .expect_err("the file is invalid")
        .to_string();
    assert!(!message.contains('\n') && message.len() < 140, "{message}");
    message
}

#[test]
fn float_files_round_trip() {
    assert_round_trip(weights());
    assert_round_trip(support::to_float_weights(&support::attention_weights()));
}

fn assert_round_trip(written: NetworkWeights<f32>) {
    let file = FloatFile::new(&written);
    let bytes = file.bytes(&file.header(&written));
    let mut read = NetworkWeights::from_float_file(&bytes).expect("the file is valid");
    assert!(
        read.provenance
            .starts_with("self-play on one GPU: 1.2 minutes, 2 games, 30 positions, 4 steps; "),
        "{}",
        read.provenance
    );
    read.provenance.clone_from(&written.provenance);
    assert_eq!(read, written);
    let network = Network::from_bytes(&bytes).expect("the shape is supported");
    assert!(network.is_float());
}

#[test]
fn errors_describe_the_fault() {
    let weights = weights();
    let file = FloatFile::new(&weights);
    let header = file.header(&weights);
    let bytes = file.bytes(&header);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut changed = header.clone();
        change(&mut changed);
        load_error(&file.bytes(&changed))
    };

    for length in [0, 5, 8, 11, 12, 500, bytes.len() - 1] {
        let message = load_error(&bytes[..length]);
        assert!(message.contains("is truncated"), "{length}: {message}");
    }
    let longer = [&bytes[..], &[0; 3]].concat();
    assert_eq!(load_error(&longer), "network file has 3 bytes too many");
    let mut corrupt = bytes.clone();
    corrupt[bytes.len() - 1000] ^= 1;
    assert_eq!(
        load_error(&corrupt),
        "network file is corrupt: checksum mismatch"
    );
    let mut corrupt = bytes.clone();
    corrupt[12] = b'[';
    assert!(load_error(&corrupt).starts_with("invalid network file header: "));
    let without = with(&|header| header["shape"] = Value::Null);
    assert!(without.starts_with("invalid network file header: "));
    assert_eq!(
        with(&|header| header["shape"]["channels"] = json!(48)),
        "unsupported network: channels is 48, expected 32, 64, 96 or 128"
    );
    assert_eq!(
        with(&|header| header["planes"] = json!(17)),
        "unsupported network: planes is 17, expected 16"
    );
    assert_eq!(
        with(&|header| header["tensors"][4]["name"] = json!("something")),
        "tensor 'blocks.0.context.weight' is missing or has the wrong shape"
    );
    assert_eq!(
        with(&|header| header["shape"]["blocks"] = json!(7)),
        "tensor 'blocks.6.first.weight' is missing or has the wrong shape"
    );
    assert_eq!(
        with(&|header| header["shape"]["attention_every"] = json!(2)),
        "tensor 'attention.0.qkv.weight' is missing or has the wrong shape"
    );
    assert_eq!(
        with(&|header| header["shape"]["attention_every"] = json!(7)),
        "unsupported network: attention every is 7, expected 0 to 6"
    );
    let absurd =
        with(&|header| header["tensors"][0]["shape"] = json!([u32::MAX, u32::MAX, u32::MAX]));
    assert!(absurd.contains("is truncated"), "{absurd}");

    let quantized =
        NetworkWeights::from_float_file(support::DEFAULT).expect_err("the file is quantized");
    assert_eq!(
        quantized.to_string(),
        "wrong network file format: expected float weights exported by training"
    );
}

#[test]
fn nan_weights_are_rejected() {
    let mut weights = weights();
    weights.policy.bias[3] = f32::NAN;
    let file = FloatFile::new(&weights);
    assert_eq!(
        load_error(&file.bytes(&file.header(&weights))),
        "network file contains a weight that is not finite"
    );
}

/// Kernels agree up to rounding, and nearly with the quantized network.
#[test]
fn float_results_agree_between_kernels() {
    assert_float_is_close(&support::default_weights());
    assert_float_is_close(&support::attention_weights());
}

fn assert_float_is_close(quantized: &NetworkWeights) {
    let float = Network::from_float_weights(&support::to_float_weights(quantized))
        .expect("the shape is supported");
    let kernels: Vec<Network> = Kernel::available()
        .filter_map(|kernel| float.with_kernel(kernel))
        .collect();
    let quantized = Network::new(quantized).expect("the shape is supported");
    for text in [
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
        "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16",
    ] {
        let position = Position::parse(text).expect("a position");
        let outputs = |network: &Network| {
            let evaluation = network.evaluate(&mut network.workspace(), &position);
            let board = position.board();
            let ownership = board.iter().map(|square| evaluation.ownership(square));
            let numbers = [evaluation.win_logit, evaluation.expected_margin / 10.0];
            let policy = network.policy(&position, &evaluation);
            let moves = policy.log_probabilities(&position.moves());
            let numbers: Vec<f32> = numbers.into_iter().chain(ownership).chain(moves).collect();
            numbers
        };
        let expected = outputs(&float);
        let max_error = |found: &[f32]| {
            let errors = found.iter().zip(&expected).map(|(l, r)| (l - r).abs());
            errors.fold(0.0, f32::max)
        };
        for network in &kernels {
            let error = max_error(&outputs(network));
            assert!(error < 2e-3, "{}: off by {error}", network.kernel());
        }
        let rounding = max_error(&outputs(&quantized));
        assert!((1e-4..1.0).contains(&rounding), "{rounding}");
    }
}
