//! `thermodon bench`: the signature is the pinned one, and the same for every instruction set.

use network::Kernel;
use thermodon::quick_signature;

use crate::program::run_json;

const PINNED_SIGNATURE: &str = include_str!("../bench.signature");

#[test]
fn signature_is_pinned() {
    let report = run_json(&["bench", "--json"]);
    assert_eq!(
        report["signature"],
        PINNED_SIGNATURE.trim(),
        "the search has changed. If that is intended, update crates/thermodon/tests/bench.signature and \
        describe the change in the commit"
    );
    for player in ["network", "alpha-beta", "monte-carlo"] {
        assert!(
            report["players"][player]["nodes"].as_u64() > Some(0),
            "{report}"
        );
    }
}

/// The full bench would take minutes without SIMD.
#[test]
fn signature_does_not_depend_on_the_instruction_set() {
    let signatures: Vec<String> = Kernel::available()
        .map(|kernel| quick_signature(kernel, 50).expect("it is available"))
        .collect();
    assert!(
        signatures
            .iter()
            .all(|signature| *signature == signatures[0]),
        "{signatures:?}"
    );
    let other = quick_signature(Kernel::Portable, 100).expect("every processor has it");
    assert_ne!(other, signatures[0], "other node limits");
}
