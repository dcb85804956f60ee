//! TLS of connections that this program opens.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};

/// The certificate authorities that the system trusts. `None` when it has none.
pub(crate) fn system_roots() -> Option<RootCertStore> {
    let mut roots = RootCertStore::empty();
    // Systems have a few that rustls does not accept: those are skipped.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Some(roots).filter(|roots| !roots.is_empty())
}

/// Returns the configuration of a client that trusts these authorities.
///
/// # Errors
/// Never with the provider that is compiled in.
pub(crate) fn client_config(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
