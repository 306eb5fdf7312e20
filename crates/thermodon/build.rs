//! Passes the version of the program with the commit to the compiler, for `thermodon --version`.
//!
//! The commit is that of `THERMODON_COMMIT`, or of git in a checkout of the repository; without both,
//! as in an unpacked archive of the sources, the version stands alone. A new commit compiles this
//! crate again, the last one, and no other. Debug builds leave the commit out, so that it does not
//! compile the tests again.

use std::env;
use std::path::Path;
use std::process::Command;

/// Environment variable with the commit.
const COMMIT: &str = "THERMODON_COMMIT";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={COMMIT}");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let from_git = || is_release.then(git_commit).flatten();
    let commit = env::var(COMMIT).ok().or_else(from_git);
    let commit = commit.map_or(String::new(), |commit| format!(" ({commit})"));
    let version = env!("CARGO_PKG_VERSION");
    println!("cargo::rustc-env=THERMODON_VERSION={version}{commit}");
}

/// Commit of the checkout that this crate is in, abbreviated.
fn git_commit() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // The sources may be unpacked inside of another repository.
    if !root.join(".git").exists() {
        return None;
    }
    // git appends to the log of HEAD at every commit and checkout.
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(&root, &["rev-parse", "--git-path", file])?);
        // A missing path would make Cargo run this script in every build.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(&root, &["rev-parse", "--short=9", "HEAD"])
}

/// Output of a git command that succeeds.
fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(directory)
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
