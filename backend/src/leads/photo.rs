//! Reads a photograph that somebody sent, and writes it anew: upright, no larger than a screen shows, and
//! without what else the file held, such as the place where it was taken.
//!
//! A file is what its bytes say, whatever its name and media type. One thread of low priority reads one
//! file at a time: a file that takes seconds holds up no request but those that wait for it.

use std::{
    io::{self, Cursor},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc,
    thread,
};

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
    codecs::jpeg::JpegEncoder, guess_format, imageops::FilterType, metadata::Orientation,
};
use thiserror::Error;
use tokio::sync::oneshot;

use crate::store::photos::Image;

/// The most bytes of a file: twice what telephones make of 40 megapixels.
pub const MAX_BYTES: usize = 15 * 1024 * 1024;

/// The most pixels of a file.
const MAX_PIXELS: u64 = 40_000_000;

/// The most pixels of a progressive JPEG, whose coefficients are in memory too: six bytes more a pixel.
const MAX_PROGRESSIVE_PIXELS: u64 = 20_000_000;

/// The most bytes of the pixels: four for each of [`MAX_PIXELS`].
const MAX_PIXEL_BYTES: u64 = 4 * MAX_PIXELS;

/// The most bytes that a PNG's other parts may take, inflated.
const MAX_OTHER_BYTES: u64 = 32 * 1024 * 1024;

/// The longest side of what is kept, in pixels.
pub const MAX_SIDE: u32 = 2_048;

/// The longest side of a thumbnail, in pixels.
pub const THUMBNAIL_SIDE: u32 = 320;

const QUALITY: u8 = 82;

const THUMBNAIL_QUALITY: u8 = 75;

/// How much the thread's priority is lowered, of 19 at most.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Why a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PhotoError {
    /// It is no JPEG, PNG or WebP.
    #[error("the file is no JPEG, PNG or WebP")]
    Type,
    /// It is HEIC, as iPhones make it.
    #[error("the file is HEIC")]
    Heic,
    /// It has too many bytes or pixels.
    #[error("the file is too large")]
    Large,
    /// It breaks off, or cannot be decoded.
    #[error("the file is broken")]
    Broken,
}

impl From<ImageError> for PhotoError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::Large,
            _ => Self::Broken,
        }
    }
}

/// The thread that reads photographs.
pub struct PhotoReader(mpsc::Sender<Job>);

struct Job {
    file: Vec<u8>,
    done: oneshot::Sender<Result<Image, PhotoError>>,
}

impl PhotoReader {
    /// Starts the thread. It ends with the last use of the value.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn start() -> io::Result<Self> {
        Self::start_with(read)
    }

    fn start_with(
        read: impl Fn(&[u8]) -> Result<Image, PhotoError> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, jobs) = mpsc::channel::<Job>();
        let thread = thread::Builder::new().name("photographs".to_owned());
        thread.spawn(move || {
            // Of this thread alone, on Linux. Without it, a photograph takes its share of a busy processor.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::nice(NICENESS);
            for Job { file, done } in jobs {
                // The sender may be gone.
                if !done.is_closed() {
                    let image = catch_unwind(AssertUnwindSafe(|| read(&file)));
                    drop(done.send(image.unwrap_or(Err(PhotoError::Broken))));
                }
            }
        })?;
        Ok(Self(sender))
    }

    /// Reads a file, after those that were sent before it.
    ///
    /// # Errors
    /// When it is none that is taken.
    pub async fn read(&self, file: Vec<u8>) -> Result<Image, PhotoError> {
        let (done, image) = oneshot::channel();
        // The thread ends only with this value.
        drop(self.0.send(Job { file, done }));
        image.await.unwrap_or(Err(PhotoError::Broken))
    }
}

/// Reads a file.
///
/// # Errors
/// When it is none that is taken.
pub fn read(file: &[u8]) -> Result<Image, PhotoError> {
    if file.len() > MAX_BYTES {
        return Err(PhotoError::Large);
    }
    let format = match guess_format(file) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
        _ if is_heic(file) => return Err(PhotoError::Heic),
        _ => return Err(PhotoError::Type),
    };
    let mut max_pixels = MAX_PIXELS;
    if format == ImageFormat::Jpeg {
        let scan = FirstScan::find(file).ok_or(PhotoError::Broken)?;
        // The decoder would make up what is missing.
        if !scan.has_end {
            return Err(PhotoError::Broken);
        }
        if scan.is_progressive {
            max_pixels = MAX_PROGRESSIVE_PIXELS;
        }
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_OTHER_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > max_pixels || decoder.total_bytes() > MAX_PIXEL_BYTES {
        return Err(PhotoError::Large);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = upright(DynamicImage::from_decoder(decoder)?, orientation);
    Ok(Image {
        width: image.width(),
        height: image.height(),
        jpeg: jpeg(&image, QUALITY)?,
        thumbnail: jpeg(&shrunk(image, THUMBNAIL_SIDE), THUMBNAIL_QUALITY)?,
    })
}

/// Turns an image upright, after it has become small: so nothing large is in memory twice.
fn upright(mut image: DynamicImage, orientation: Orientation) -> DynamicImage {
    // Quick and coarse, where a finer step follows.
    if longest_side(&image) > 2 * MAX_SIDE {
        image = image.thumbnail(2 * MAX_SIDE, 2 * MAX_SIDE);
    }
    let mut image: DynamicImage = shrunk(image, MAX_SIDE).into_rgb8().into();
    image.apply_orientation(orientation);
    image
}

fn shrunk(image: DynamicImage, side: u32) -> DynamicImage {
    if longest_side(&image) > side {
        image.resize(side, side, FilterType::Triangle)
    } else {
        image
    }
}

fn longest_side(image: &DynamicImage) -> u32 {
    image.width().max(image.height())
}

fn jpeg(image: &DynamicImage, quality: u8) -> Result<Vec<u8>, PhotoError> {
    let mut file = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut file, quality))?;
    Ok(file)
}

/// Whether a file is of the family that iPhones write (ISO/IEC 23008-12, annex B.4).
fn is_heic(file: &[u8]) -> bool {
    let brand = file.get(4..12).and_then(|it| it.strip_prefix(b"ftyp"));
    brand.is_some_and(|brand| brand.starts_with(b"he") || matches!(brand, b"mif1" | b"msf1"))
}

/// What a JPEG says before its first scan (ITU T.81, annex B).
struct FirstScan {
    is_progressive: bool,
    /// Whether an end follows, perhaps with something of the telephone's own behind it.
    has_end: bool,
}

impl FirstScan {
    fn find(file: &[u8]) -> Option<Self> {
        const FILL: u8 = 0xff;
        const PROGRESSIVE: u8 = 0xc2;
        const SCAN: u8 = 0xda;
        const END: [u8; 2] = [0xff, 0xd9];
        let mut is_progressive = false;
        let mut rest = file.get(2..)?;
        loop {
            // A segment begins with 0xff, its marker and its length; other bytes are skipped, as decoders do.
            match *rest {
                [0xff, SCAN, ..] => {
                    return Some(Self {
                        is_progressive,
                        has_end: rest.windows(2).any(|bytes| bytes == END),
                    });
                }
                [0xff, marker @ 0xc0..=0xfe, high, low, ..] => {
                    is_progressive |= marker == PROGRESSIVE;
                    rest = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?;
                }
                [0xff, FILL, ..] | [_, _, ..] => rest = &rest[1..],
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PhotoError, PhotoReader};

    #[tokio::test]
    async fn a_panic_at_one_file_is_the_end_of_no_other() {
        let reader = PhotoReader::start_with(|file| match file {
            b"panic" => panic!("a fault in a decoder"),
            _ => Err(PhotoError::Type),
        })
        .unwrap();
        for (file, error) in [
            ("panic", PhotoError::Broken),
            ("file", PhotoError::Type),
            ("panic", PhotoError::Broken),
        ] {
            assert_eq!(reader.read(file.into()).await.unwrap_err(), error);
        }
    }
}
