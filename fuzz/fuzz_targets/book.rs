//! Files of opening books: damaged ones are refused, and looking into whatever is not is harmless.

#![no_main]

use std::borrow::Cow;

use amazons::Position;
use book::CompactBook;
use libfuzzer_sys::fuzz_target;
use twox_hash::XxHash3_64;

fuzz_target!(|data: &[u8]| {
    let _ = CompactBook::from_bytes(Cow::Owned(data.to_vec()));
    // With the beginning and the checksum of a whole file, so that what lies between is looked at.
    let mut sealed = b"AMZBOOK\x01".to_vec();
    sealed.extend(data);
    sealed.extend(XxHash3_64::oneshot(&sealed).to_le_bytes());
    if let Ok(book) = CompactBook::from_bytes(Cow::Owned(sealed)) {
        let start = Position::standard_start();
        for found in book.find(&start).into_iter().flat_map(|found| found.moves) {
            assert!(start.after(found.mv).is_ok(), "{} is not legal", found.mv);
        }
    }
});
