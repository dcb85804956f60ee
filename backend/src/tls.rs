//! TLS of the connections that this program opens.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};

/// Returns the certificate authorities that the system trusts. `None` if it has none.
pub(crate) fn system_roots() -> Option<RootCertStore> {
    let mut roots = RootCertStore::empty();
    // Systems have a few authorities that rustls does not accept. Those are skipped.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Some(roots).filter(|roots| !roots.is_empty())
}

/// Returns the configuration of a client that trusts these authorities. `None` is impossible with
/// the compiled-in provider.
pub(crate) fn client_config(roots: RootCertStore) -> Option<ClientConfig> {
    let provider = Arc::new(ring::default_provider());
    Some(
        ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .ok()?
            .with_root_certificates(roots)
            .with_no_client_auth(),
    )
}
