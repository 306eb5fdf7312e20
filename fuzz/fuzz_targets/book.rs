//! Opening book files: corrupt files are rejected, and probing accepted ones is safe.

#![no_main]

use std::borrow::Cow;

use amazons::Position;
use book::CompactBook;
use libfuzzer_sys::fuzz_target;
use twox_hash::XxHash3_64;

fuzz_target!(|data: &[u8]| {
    let _ = CompactBook::from_bytes(Cow::Owned(data.to_vec()));
    // Adds a valid header and checksum, so that the content is parsed.
    let mut sealed = b"AMZBOOK\x01".to_vec();
    sealed.extend(data);
    sealed.extend(XxHash3_64::oneshot(&sealed).to_le_bytes());
    if let Ok(book) = CompactBook::from_bytes(Cow::Owned(sealed)) {
        let start = Position::standard_start();
        for found in book.probe(&start).into_iter().flat_map(|found| found.moves) {
            assert!(start.after(found.mv).is_ok(), "{} is not legal", found.mv);
        }
    }
});
