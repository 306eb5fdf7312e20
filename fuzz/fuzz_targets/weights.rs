//! Network weights, quantized and float: accepted files can be evaluated, and quantized ones survive a
//! round trip.
//!
//! Random inputs have no valid checksum and are too short for a network. So an input is the start of
//! a file; its checksum is corrected and zeros are appended where the parser reports truncation.
#![no_main]

use amazons::Position;
use libfuzzer_sys::fuzz_target;
use network::Network;
use network::weights::{NetworkFileError, NetworkWeights};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thermodon_fuzz::assert_single_line_message;

/// Maximum size of a file in bytes; larger networks are too slow to fuzz.
const MAX_FILE_BYTES: usize = 1 << 18;

fuzz_target!(|data: &[u8]| {
    // As a file; as the content of a quantized network, without and with attention; and as a float network: a line of JSON and
    // the tensors.
    check(data.to_vec(), |bytes| bytes);
    for version in [1, 2] {
        check(data.to_vec(), |body| quantized(version, &body));
    }
    let end_of_line = data.iter().position(|&byte| byte == b'\n');
    let (header, payload) = data.split_at(end_of_line.unwrap_or(data.len()));
    if let Ok(header @ Value::Object(_)) = serde_json::from_slice(header) {
        check(payload.to_vec(), |payload| exported(&header, &payload));
    }
});

/// Parses a file made from `bytes`, extending them while the parser reports truncation.
fn check(mut bytes: Vec<u8>, make: impl Fn(Vec<u8>) -> Vec<u8>) {
    for _ in 0..4 {
        let file = make(bytes.clone());
        match Network::from_bytes(&file) {
            Ok(network) => return run(&network, &file),
            Err(error) => {
                assert_single_line_message(&error);
                let NetworkFileError::Truncated { expected, .. } = error else {
                    return;
                };
                if expected > MAX_FILE_BYTES {
                    return;
                }
                bytes.resize(bytes.len() + expected - file.len(), 0);
            }
        }
    }
}

fn quantized(version: u32, body: &[u8]) -> Vec<u8> {
    let checksum = body.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let version = version.to_le_bytes();
    [&b"THMDQNT1"[..], &version, &checksum.to_le_bytes(), body].concat()
}

fn exported(header: &Value, payload: &[u8]) -> Vec<u8> {
    let digest = Sha256::digest(payload);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut header = header.clone();
    header["sha256"] = json!(digest);
    let header = header.to_string();
    let length = (header.len() as u32).to_le_bytes();
    [&b"THMDNET1"[..], &length, header.as_bytes(), payload].concat()
}

/// Evaluates a position, whatever the weights.
fn run(network: &Network, file: &[u8]) {
    let position = Position::standard_start();
    let output = network.evaluate(&mut network.workspace(), &position);
    let moves = network.policy(&position, &output).top_moves(5);
    assert_eq!(moves.len(), 5);
    if !network.is_float() {
        let weights = NetworkWeights::from_bytes(file).expect("the file was accepted before");
        assert_eq!(weights.to_bytes(), file);
    }
}
