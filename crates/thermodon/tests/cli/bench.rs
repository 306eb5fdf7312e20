//! `thermodon bench`: the signature is the pinned one, and the same for every instruction set.

use network::Kernel;
use thermodon::quick_signature;

use crate::program::Sandbox;

const PINNED_SIGNATURE: &str = include_str!("../bench.signature");

#[test]
fn signature_is_pinned() {
    let report = Sandbox::new().json("bench");
    assert_eq!(
        report["signature"],
        PINNED_SIGNATURE.trim(),
        "the search has changed. If that is intended, update crates/thermodon/tests/bench.signature and \
        describe the change in the commit"
    );
    for player in ["network", "alpha-beta", "monte-carlo"] {
        let nodes = report["players"][player]["nodes"].as_u64();
        assert!(nodes > Some(0), "{report}");
    }
}

/// The full bench would take minutes without SIMD.
#[test]
fn signature_does_not_depend_on_the_instruction_set() {
    let signature = |kernel, divisor| quick_signature(kernel, divisor).expect("it is available");
    let portable = signature(Kernel::Portable, 100);
    for kernel in Kernel::available() {
        assert_eq!(signature(kernel, 100), portable, "{kernel}");
    }
    assert_ne!(signature(Kernel::Portable, 200), portable, "other limits");
}
