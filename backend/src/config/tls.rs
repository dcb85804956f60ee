//! TLS of connections that this program opens.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};

/// The certificate authorities that the system trusts. `None` when it has none.
pub(crate) fn system_roots() -> Option<RootCertStore> {
    let mut roots = RootCertStore::empty();
    // Systems carry a few that rustls does not take; the others are what counts.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Some(roots).filter(|roots| !roots.is_empty())
}

/// Connections to servers whose certificates these authorities have signed.
///
/// # Errors
/// None with the provider that is compiled in.
pub(crate) fn client_config(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
