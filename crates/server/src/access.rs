//! Who may do what: tokens of the owner and of read-only guests.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::data_dir::DataDir;

/// File name of the tokens in the data directory.
const TOKENS_FILE: &str = "tokens.json";

/// What a client may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Everything.
    Owner,
    /// Read.
    Guest,
}

/// Tokens of a server.
#[derive(Clone, Serialize, Deserialize)]
pub struct Tokens {
    /// Token of the owner, who may do everything.
    pub owner: String,
    /// Token of guests, who may only read.
    pub guest: String,
}

impl std::fmt::Debug for Tokens {
    /// Without the tokens, so that they are in no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

/// The tokens cannot be read or written.
#[derive(Debug, Error)]
#[error("cannot use the tokens in {}: {reason}; replace them with --new-tokens", file.display())]
pub struct TokensError {
    file: PathBuf,
    reason: io::Error,
}

impl Tokens {
    /// Reads the tokens of a data directory. Creates them if there are none, or to replace them.
    pub(crate) fn open(data_dir: &DataDir, replace: bool) -> Result<Self, TokensError> {
        let file = data_dir.join(TOKENS_FILE);
        let opened = if replace || !file.exists() {
            Self::create(&file)
        } else {
            read(&file).and_then(|text| Ok(serde_json::from_slice(&text)?))
        };
        opened.map_err(|reason| TokensError { file, reason })
    }

    fn create(file: &Path) -> io::Result<Self> {
        let tokens = Self {
            owner: random_token()?,
            guest: random_token()?,
        };
        // Only the user can read temporary files.
        let directory = file.parent().unwrap_or(Path::new("."));
        let mut temporary = NamedTempFile::new_in(directory)?;
        serde_json::to_writer(&mut temporary, &tokens)?;
        temporary.flush()?;
        temporary.as_file().sync_all()?;
        temporary.persist(file)?;
        Ok(tokens)
    }

    /// Access of a token, in a time that says nothing about the tokens.
    pub(crate) fn access(&self, token: &str) -> Option<Access> {
        let is = |own: &str| bool::from(own.as_bytes().ct_eq(token.as_bytes()));
        match (is(&self.owner), is(&self.guest)) {
            (true, _) => Some(Access::Owner),
            (_, true) => Some(Access::Guest),
            _ => None,
        }
    }
}

/// Reads a file that no other user may read.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(file)?.permissions().mode() & 0o077 != 0 {
            return Err(io::Error::other("other users can read them"));
        }
    }
    fs::read(file)
}

/// 128 random bits in hexadecimal digits.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_kept_and_replaced() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let data_dir = DataDir::at(directory.path());
        let open = |replace| Tokens::open(&data_dir, replace).expect("tokens");
        let first = open(false);
        assert_ne!(first.owner, first.guest);
        let again = open(false);
        assert_eq!((&again.owner, &again.guest), (&first.owner, &first.guest));
        let new = open(true);
        assert_eq!(new.access(&new.owner), Some(Access::Owner));
        assert_eq!(new.access(&new.guest), Some(Access::Guest));
        for token in [&first.owner, &first.guest, "", &new.owner[1..]] {
            assert_eq!(new.access(token), None);
        }
        assert!(!format!("{new:?}").contains(&new.owner));
    }

    #[cfg(unix)]
    #[test]
    fn other_users_cannot_read_the_tokens() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("temporary directory");
        let data_dir = DataDir::at(directory.path());
        Tokens::open(&data_dir, false).expect("tokens");
        let file = data_dir.join(TOKENS_FILE);
        let mode = || {
            let metadata = fs::metadata(&file).expect("file");
            metadata.permissions().mode() & 0o777
        };
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed");
        let error = Tokens::open(&data_dir, false).expect_err("readable tokens");
        assert!(error.to_string().contains("other users"), "{error}");
        Tokens::open(&data_dir, true).expect("new tokens");
        assert_eq!(mode(), 0o600);
    }

    #[test]
    fn corrupt_tokens_are_reported() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let data_dir = DataDir::at(directory.path());
        Tokens::open(&data_dir, false).expect("tokens");
        // Keeps the permissions.
        fs::write(data_dir.join(TOKENS_FILE), "{}").expect("written");
        let error = Tokens::open(&data_dir, false).expect_err("corrupt tokens");
        assert!(error.to_string().contains("missing field"), "{error}");
    }
}
