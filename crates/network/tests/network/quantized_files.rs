//! Quantized network files: round trip and load errors.

use network::Network;
use network::weights::{NetworkFileError, NetworkWeights};

use crate::support::{DEFAULT, attention_weights};

/// Offset of the version.
const VERSION_OFFSET: usize = 8;

/// Offset of the checksum.
const CHECKSUM_OFFSET: usize = 12;

/// Offset of the body: all bytes that the checksum covers.
const BODY_OFFSET: usize = 20;

/// Upper bound of the embedded file's size, in bytes.
const MAX_EMBEDDED_SIZE: usize = 4 << 20;

/// Error message of loading an invalid file. Messages are one short line.
fn load_error(bytes: &[u8]) -> String {
    let message = NetworkWeights::from_bytes(bytes)
        .expect_err("the file is invalid")
        .to_string();
    assert!(!message.contains('\n') && message.len() < 120, "{message}");
    message
}

/// Recomputes the FNV-1a checksum of a file.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = bytes[BODY_OFFSET..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    bytes[CHECKSUM_OFFSET..BODY_OFFSET].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn the_embedded_file_round_trips() {
    let weights = NetworkWeights::from_bytes(DEFAULT).expect("the embedded file is valid");
    assert_eq!(weights.to_bytes(), DEFAULT);
    assert!(DEFAULT.len() <= MAX_EMBEDDED_SIZE);
    assert!(
        weights.provenance.contains("games"),
        "{}",
        weights.provenance
    );
    assert_eq!(Network::embedded().provenance(), weights.provenance);
    assert_eq!(Network::embedded().shape(), weights.shape);
}

#[test]
fn files_with_attention_round_trip() {
    let weights = attention_weights();
    let bytes = weights.to_bytes();
    assert_eq!(bytes[VERSION_OFFSET], 2);
    let read = NetworkWeights::from_bytes(&bytes).expect("the file is valid");
    assert_eq!(read, weights);
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn corrupt_files_are_rejected() {
    for file in [DEFAULT.to_vec(), attention_weights().to_bytes()] {
        let offsets = (0..400)
            .chain((400..file.len()).step_by(4099))
            .chain([file.len() - 1]);
        for offset in offsets {
            for flipped_bit in [0x01, 0x80] {
                let mut bytes = file.clone();
                bytes[offset] ^= flipped_bit;
                load_error(&bytes);
            }
        }
    }
}

#[test]
fn truncated_files_are_rejected() {
    for file in [DEFAULT.to_vec(), attention_weights().to_bytes()] {
        for length in (0..200)
            .chain((200..file.len()).step_by(4099))
            .chain([file.len() - 1])
        {
            let message = load_error(&file[..length]);
            assert!(
                message.contains("is truncated"),
                "{length} bytes: {message}"
            );
        }
    }
}

#[test]
fn errors_describe_the_fault() {
    assert_eq!(
        load_error(b"THMDNET1 is what training exports"),
        "wrong network file format: expected quantized weights"
    );
    assert_eq!(
        load_error(b"GIF89a"),
        "not a network weights file (unknown magic)"
    );
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = DEFAULT.to_vec();
        change(&mut bytes);
        bytes
    };
    assert_eq!(
        load_error(&changed(&|bytes| bytes[VERSION_OFFSET] = 3)),
        "unsupported network file version: 3 (supported: 1 to 2)"
    );
    assert_eq!(
        load_error(&changed(&|bytes| bytes[5000] ^= 4)),
        "network file is corrupt: checksum mismatch"
    );
    let with_checksum = |change: &dyn Fn(&mut Vec<u8>)| load_error(&with_checksum(changed(change)));
    assert_eq!(
        with_checksum(&|bytes| bytes.extend([0; 3])),
        "network file has 3 bytes too many"
    );
    // The body starts with the shape: blocks, channels and three more 32-bit numbers.
    assert_eq!(
        with_checksum(&|bytes| bytes[BODY_OFFSET + 4] = 65),
        "unsupported network: channels is 65, expected 32, 64, 96 or 128"
    );
    assert_eq!(
        with_checksum(&|bytes| bytes[BODY_OFFSET..][..4].copy_from_slice(&[0xff; 4])),
        "unsupported network: blocks is 4294967295, expected 1 to 64"
    );
    // In version 2 the shape has a sixth number.
    for every in [0, 7] {
        let mut bytes = attention_weights().to_bytes();
        bytes[BODY_OFFSET + 20] = every;
        assert_eq!(
            load_error(&self::with_checksum(bytes)),
            format!(
                "unsupported network: attention every is {every}, expected {}",
                if every == 0 { "1 to 6" } else { "0 to 6" }
            )
        );
    }
    // The file ends with a bias.
    let last = DEFAULT.len() - 4;
    assert_eq!(
        with_checksum(&|bytes| bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes())),
        "network file contains a weight that is not finite"
    );
    // The provenance follows the shape and its own length (32 bits).
    assert_eq!(
        with_checksum(&|bytes| bytes[BODY_OFFSET + 24] = 0xff),
        "network file provenance is not valid UTF-8"
    );
}

#[test]
fn a_missing_file_is_an_error() {
    let error = Network::load("there/is/no/such/file").expect_err("there is no such file");
    assert!(matches!(error, NetworkFileError::Io(_)));
    assert!(
        error
            .to_string()
            .starts_with("cannot read the network file: ")
    );
}
