#[cfg(feature = "embedded-site")]
use std::path::Path;
use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use super::{
    origin,
    reader::{Reader, settings},
};

#[derive(Clone, Debug)]
pub enum SiteSource {
    Folder(PathBuf),
    /// The site is embedded in the program, as in a bundle.
    #[cfg(feature = "embedded-site")]
    Program,
}

impl SiteSource {
    /// Returns the site in a folder. A program with an embedded site serves another one only if a
    /// folder is set.
    fn of(folder: PathBuf) -> Self {
        #[cfg(feature = "embedded-site")]
        if super::default_of("SITE_DIR").is_some_and(|default| folder == Path::new(&default)) {
            return Self::Program;
        }
        Self::Folder(folder)
    }
}

impl fmt::Display for SiteSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "SITE_DIR={}", folder.display()),
            #[cfg(feature = "embedded-site")]
            Self::Program => f.write_str("the site inside this program"),
        }
    }
}

settings! {
    #[derive(Clone, Debug)]
    pub struct Server(reader) {
        /// `HOST` and `PORT`; port 0 lets the system choose.
        pub address: SocketAddr = address(reader),
        /// `PUBLIC_URL`: the scheme, host, and port at which visitors reach the site.
        pub public_url: String = reader.required(
            "PUBLIC_URL",
            "set the site's address without a path or a trailing slash, such as https://www.example.com.",
            |value| origin::is_base_url(value).then(|| value.to_owned()),
        ),
        /// `ALLOWED_ORIGINS`: the other sites whose pages can call the API.
        pub allowed_origins: Vec<String> = Some(reader.optional_list(
            "ALLOWED_ORIGINS",
            "set origins as browsers write them, comma-separated, such as https://www.example.com, http://localhost:5173.",
            |it| origin::is_origin(it).then(|| it.to_owned()),
        )),
        /// `SITE_DIR`: the built site.
        pub site: SiteSource = reader.parsed("SITE_DIR", "set a folder.").map(SiteSource::of),
        /// `DATA_DIR`: the folder for the files that the backend writes.
        pub data_dir: PathBuf = reader.parsed("DATA_DIR", "set a folder."),
        /// `METRICS_PORT` on 127.0.0.1; port 0 lets the system choose.
        pub metrics_port: u16 = reader.number("METRICS_PORT", 0..=u16::MAX),
    }
}

fn address(reader: &mut Reader) -> Option<SocketAddr> {
    let host: Option<IpAddr> =
        reader.parsed("HOST", "set an IP address, such as 127.0.0.1 or 0.0.0.0.");
    let port = reader.number("PORT", 0..=u16::MAX);
    host.zip(port).map(SocketAddr::from)
}
