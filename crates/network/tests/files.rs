//! Files of quantised weights: read back as they were written, and refused with one sentence when anything
//! is wrong.

use network::Network;
use network::weights::{Weights, WeightsError};

const DEFAULT: &[u8] = include_bytes!("../default.weights");

/// Where the checksum begins and where what it covers begins.
const CHECKSUM: usize = 12;
const BODY: usize = 20;

fn refusal(bytes: &[u8]) -> String {
    let message = Weights::from_bytes(bytes)
        .expect_err("the file is wrong")
        .to_string();
    assert!(!message.contains('\n') && message.len() < 120, "{message}");
    message
}

/// The file with its checksum made right again.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes[BODY..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    bytes[CHECKSUM..BODY].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn the_default_is_read_and_written_back() {
    let weights = Weights::from_bytes(DEFAULT).expect("the default is sound");
    assert_eq!(weights.to_bytes(), DEFAULT);
    assert!(DEFAULT.len() <= 4 << 20);
    assert!(
        weights.provenance.contains("games"),
        "{}",
        weights.provenance
    );
    assert_eq!(Network::embedded().provenance(), weights.provenance);
    assert_eq!(Network::embedded().shape(), weights.shape);
}

#[test]
fn every_flipped_byte_is_refused() {
    let places = (0..400)
        .chain((400..DEFAULT.len()).step_by(4099))
        .chain([DEFAULT.len() - 1]);
    for place in places {
        for change in [0x01, 0x80] {
            let mut bytes = DEFAULT.to_vec();
            bytes[place] ^= change;
            refusal(&bytes);
        }
    }
}

#[test]
fn every_shortened_file_is_refused() {
    for length in (0..200)
        .chain((200..DEFAULT.len()).step_by(4099))
        .chain([DEFAULT.len() - 1])
    {
        let message = refusal(&DEFAULT[..length]);
        assert!(
            message.contains("is cut short"),
            "{length} bytes: {message}"
        );
    }
}

#[test]
fn each_fault_has_its_own_sentence() {
    assert_eq!(
        refusal(b"THMDNET1 is what training exports"),
        "this is a weights file, but not a quantised one"
    );
    assert_eq!(
        refusal(b"GIF89a"),
        "this is not a weights file: it begins neither with THMDQNT1 nor with THMDNET1"
    );
    let mut bytes = DEFAULT.to_vec();
    bytes[8] = 2;
    assert_eq!(
        refusal(&bytes),
        "the weights file has format version 2, and this program reads version 1"
    );
    let mut bytes = DEFAULT.to_vec();
    bytes[5000] ^= 4;
    assert_eq!(
        refusal(&bytes),
        "the weights file is damaged: its checksum does not fit"
    );
    let mut bytes = DEFAULT.to_vec();
    bytes.extend([0; 3]);
    assert_eq!(
        refusal(&with_checksum(bytes)),
        "the weights file has 3 bytes too many"
    );
    // The channels, with everything else right.
    let mut bytes = DEFAULT.to_vec();
    bytes[BODY + 4] = 65;
    assert_eq!(
        refusal(&with_checksum(bytes)),
        "the weights file's network cannot be used: channels is 65, not 32, 64, 96 or 128"
    );
    let mut bytes = DEFAULT.to_vec();
    bytes[BODY..BODY + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(
        refusal(&with_checksum(bytes)),
        "the weights file's network cannot be used: blocks is 4294967295, not 1 to 64"
    );
    // The last number of the file is a bias.
    let mut bytes = DEFAULT.to_vec();
    let last = bytes.len() - 4;
    bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(
        refusal(&with_checksum(bytes)),
        "the weights file holds a weight that is not a finite number"
    );
    // The first byte of the provenance.
    let mut bytes = DEFAULT.to_vec();
    bytes[BODY + 24] = 0xff;
    assert_eq!(
        refusal(&with_checksum(bytes)),
        "the weights file's provenance is not text"
    );
}

#[test]
fn a_missing_file_is_refused() {
    let error = Network::load("there/is/no/such/file").expect_err("there is no such file");
    assert!(matches!(error, WeightsError::Unreadable(_)));
    assert!(
        error
            .to_string()
            .starts_with("the weights file cannot be read: ")
    );
}
