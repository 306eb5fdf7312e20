//! The checksum of a file, so that one that was cut off or changed by hand is noticed.

/// The CRC-32 that zip, PNG and most languages' libraries compute.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let register = bytes.iter().fold(u32::MAX, |register, &byte| {
        (0..8).fold(register ^ u32::from(byte), |register, _| {
            let polynomial = if register & 1 == 1 { 0xedb8_8320 } else { 0 };
            register >> 1 ^ polynomial
        })
    });
    !register
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_customary_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }
}
