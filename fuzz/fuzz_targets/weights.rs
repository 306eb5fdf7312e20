//! Weights files of both kinds: what is read can be run, and a quantised one is written back the same.
//!
//! No random change gets past a checksum, and no small input is a whole network. So an input is only the
//! beginning of a file; its checksum is made right, and zeros are added where it is said to be cut short.
#![no_main]

use amazons::Position;
use libfuzzer_sys::fuzz_target;
use network::Network;
use network::weights::{Weights, WeightsError};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thermodon_fuzz::assert_is_a_sentence;

/// Longer files are none of the small ones that are wanted here.
const LONGEST: usize = 1 << 18;

fuzz_target!(|data: &[u8]| {
    // As it is; then as what follows the checksum of a quantised network, and as an exported one:
    // a line of JSON and the tensors.
    check(data.to_vec(), |bytes| bytes);
    check(data.to_vec(), quantised);
    let end_of_line = data.iter().position(|&byte| byte == b'\n');
    let (header, payload) = data.split_at(end_of_line.unwrap_or(data.len()));
    if let Ok(header @ Value::Object(_)) = serde_json::from_slice(header) {
        check(payload.to_vec(), |payload| exported(&header, &payload));
    }
});

/// Reads a file that is made from some bytes, which become longer as long as it is said to be cut short.
fn check(mut bytes: Vec<u8>, make: impl Fn(Vec<u8>) -> Vec<u8>) {
    for _ in 0..4 {
        let file = make(bytes.clone());
        match Network::from_bytes(&file) {
            Ok(network) => return run(&network, &file),
            Err(error) => {
                assert_is_a_sentence(&error);
                let WeightsError::CutShort { expected, .. } = error else {
                    return;
                };
                if expected > LONGEST {
                    return;
                }
                bytes.resize(bytes.len() + expected - file.len(), 0);
            }
        }
    }
}

fn quantised(body: Vec<u8>) -> Vec<u8> {
    let checksum = body.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let version = 1_u32.to_le_bytes();
    [&b"THMDQNT1"[..], &version, &checksum.to_le_bytes(), &body].concat()
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

/// Whatever the weights, the network gives an opinion.
fn run(network: &Network, file: &[u8]) {
    let position = Position::standard_start();
    let evaluation = network.evaluate(&mut network.workspace(), &position);
    let moves = network.policy(&position, &evaluation).likeliest(5);
    assert_eq!(moves.len(), 5);
    if !network.is_exact() {
        let weights = Weights::from_bytes(file).expect("it was read before");
        assert_eq!(weights.to_bytes(), file);
    }
}
