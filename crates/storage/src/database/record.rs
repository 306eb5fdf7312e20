//! Frames of records. A frame holds the kind and the key of its record and a checksum, so that a
//! record is never taken for another one, and is found in a file whose structure is damaged.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | [`MAGIC`] |
//! | 1 | kind |
//! | 1 | length of the key |
//! | n | key |
//! | 8 | number of the transaction that wrote it, little-endian |
//! | 4 | length of the body, little-endian |
//! | 8 | XXH3 of everything else in the frame, little-endian |
//! | m | body |

use std::hash::Hasher;

use twox_hash::XxHash3_64;

/// Start of a frame. Its first byte does not occur in UTF-8, so that no text contains a frame.
pub(super) const MAGIC: [u8; 4] = [0xff, b'T', b'h', 1];

/// Maximum size of a frame without its body.
pub(super) const MAX_HEAD_BYTES: usize = head_bytes(u8::MAX as usize);

const fn head_bytes(key_len: usize) -> usize {
    MAGIC.len() + 2 + key_len + 8 + 4 + 8
}

/// Head of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head<'a> {
    pub kind: u8,
    pub key: &'a [u8],
    pub transaction: u64,
    pub body_len: usize,
    checksum: u64,
    /// The hashed part of the head.
    hashed: &'a [u8],
    /// Size of the head.
    pub len: usize,
}

impl<'a> Head<'a> {
    /// Reads a head. Its checksum is not verified.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(&MAGIC)?;
        let (&[kind, key_len], rest) = rest.split_first_chunk()?;
        let (key, rest) = rest.split_at_checked(key_len.into())?;
        let (&transaction, rest) = rest.split_first_chunk()?;
        let (&body_len, rest) = rest.split_first_chunk()?;
        let &checksum = rest.first_chunk()?;
        let len = head_bytes(key.len());
        Some(Self {
            kind,
            key,
            transaction: u64::from_le_bytes(transaction),
            body_len: u32::from_le_bytes(body_len) as usize,
            checksum: u64::from_le_bytes(checksum),
            hashed: &bytes[..len - 8],
            len,
        })
    }

    /// Whether the body belongs to this head and both are undamaged.
    pub fn matches(&self, body: &[u8]) -> bool {
        checksum(self.hashed, body) == self.checksum
    }
}

fn checksum(head: &[u8], body: &[u8]) -> u64 {
    let mut hasher = XxHash3_64::new();
    hasher.write(head);
    hasher.write(body);
    hasher.finish()
}

/// Frames a record.
pub(super) fn frame(kind: u8, key: &[u8], transaction: u64, body: &[u8]) -> Vec<u8> {
    let key_len = u8::try_from(key.len()).expect("keys are short");
    let body_len = u32::try_from(body.len()).expect("records are smaller than 4 GiB");
    let mut bytes = Vec::with_capacity(head_bytes(key.len()) + body.len());
    bytes.extend(MAGIC);
    bytes.extend([kind, key_len]);
    bytes.extend(key);
    bytes.extend(transaction.to_le_bytes());
    bytes.extend(body_len.to_le_bytes());
    bytes.extend(checksum(&bytes, body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Body of the frame of a record, or `None` if the frame is damaged or that of another record.
#[must_use]
pub fn unframe<'a>(kind: u8, key: &[u8], bytes: &'a [u8]) -> Option<&'a [u8]> {
    let head = Head::parse(bytes)?;
    let body = &bytes[head.len..];
    (head.kind == kind && head.key == key && head.matches(body)).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_only_as_its_own_record() {
        let bytes = frame(3, b"key", 7, b"body");
        assert_eq!(unframe(3, b"key", &bytes), Some(&b"body"[..]));
        assert_eq!(unframe(4, b"key", &bytes), None);
        assert_eq!(unframe(3, b"kez", &bytes), None);
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unframe(3, b"key", &damaged), None, "bit {bit}");
        }
        for len in 0..bytes.len() {
            assert_eq!(unframe(3, b"key", &bytes[..len]), None);
        }
    }
}
