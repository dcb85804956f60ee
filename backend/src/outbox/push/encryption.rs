//! Encrypts push messages (RFC 8291), so that the push service that forwards a message cannot read it.

use rand::random;
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, Salt},
    rand::SystemRandom,
};

/// The length of a subscription's authentication secret (RFC 8291, section 3.2).
pub const AUTH_BYTES: usize = 16;

const SALT_BYTES: usize = 16;

/// The record size. A push message is one record, no longer than push services accept (RFC 8291,
/// section 4).
const RECORD_BYTES: u32 = 4096;

/// The delimiter of the last record (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;

/// Returns whether these bytes are a browser's public key: an uncompressed point of P-256.
pub fn is_key(bytes: &[u8]) -> bool {
    // ring checks a key only when it is used.
    encrypt(&[], bytes, &[0; AUTH_BYTES]).is_ok()
}

/// Encrypts a message for the browser with this public key and authentication secret.
pub fn encrypt(message: &[u8], key: &[u8], auth: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let ours = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new())?;
    let public = ours.compute_public_key()?;
    agree_ephemeral(ours, &UnparsedPublicKey::new(&ECDH_P256, key), |shared| {
        encrypt_with(message, key, auth, (public.as_ref(), shared), random())
    })?
}

/// Encrypts with a public key of our own, the secret that it shares with the browser's, and a salt,
/// each used once.
fn encrypt_with(
    message: &[u8],
    key: &[u8],
    auth: &[u8],
    (public, shared): (&[u8], &[u8]),
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, Unspecified> {
    // The key and the nonce of the content (RFC 8291, section 3.4). A shorter HKDF output is the
    // beginning of a longer one.
    let mut bytes = [0; 32];
    Salt::new(HKDF_SHA256, auth)
        .extract(shared)
        .expand(&[b"WebPush: info\0", key, public], HKDF_SHA256)?
        .fill(&mut bytes)?;
    let random_key = Salt::new(HKDF_SHA256, &salt).extract(&bytes);
    let key_material = random_key.expand(&[b"Content-Encoding: aes128gcm\0"], &AES_128_GCM)?;
    let content_key = LessSafeKey::new(key_material.into());
    random_key
        .expand(&[b"Content-Encoding: nonce\0"], HKDF_SHA256)?
        .fill(&mut bytes)?;
    let nonce = Nonce::try_assume_unique_for_key(&bytes[..NONCE_LEN])?;

    let mut record = message.to_vec();
    record.push(LAST_RECORD);
    if record.len() + AES_128_GCM.tag_len() > RECORD_BYTES as usize {
        return Err(Unspecified);
    }
    content_key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;

    // The header of RFC 8188, section 2.1.
    let mut body = salt.to_vec();
    body.extend(RECORD_BYTES.to_be_bytes());
    body.push(u8::try_from(public.len()).map_err(|_| Unspecified)?);
    body.extend(public);
    body.extend(record);
    Ok(body)
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};

    use super::{encrypt, encrypt_with};

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// RFC 8291, appendix A.
    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn a_message_is_encrypted_as_the_example_of_rfc_8291() {
        let public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let body = encrypt_with(
            b"When I grow up, I want to be a watermelon",
            &bytes(KEY),
            &bytes(AUTH),
            (&public, &shared),
            bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        )
        .unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_message_is_one_record() {
        let longest = 4096 - 1 - 16;
        for (length, fits) in [(longest, true), (longest + 1, false)] {
            let body = encrypt(&vec![0; length], &bytes(KEY), &bytes(AUTH));
            assert_eq!(body.is_ok(), fits, "{length}");
        }
    }
}
