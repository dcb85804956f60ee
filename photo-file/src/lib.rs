//! Decodes a photo and re-encodes it: upright, no larger than a screen, on a white background, and
//! without the file's other data, such as the location.
//!
//! Only a file's bytes decide its type. The server itself calls only [`format`](format()); decoding runs in
//! a separate process. This is a crate, so that it is optimized where the server is not.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
    codecs::jpeg::JpegEncoder, guess_format, imageops::FilterType, metadata::Orientation,
};

/// The most bytes of a file: twice what phones write for 40 megapixels.
pub const MAX_BYTES: usize = 15 * 1024 * 1024;

const MAX_PIXELS: u64 = 40_000_000;

/// The most pixels of a progressive JPEG. Its coefficients are in memory, too: six more bytes per pixel.
const MAX_PROGRESSIVE_PIXELS: u64 = 20_000_000;

/// The most bytes of decoded pixels: four for each of [`MAX_PIXELS`].
const MAX_PIXEL_BYTES: u64 = 4 * MAX_PIXELS;

/// The most bytes of a PNG's other parts, decompressed.
const MAX_OTHER_BYTES: u64 = 32 * 1024 * 1024;

/// The longest side of a stored photo, in pixels.
pub const MAX_SIDE: u32 = 2_048;

/// The longest side of a thumbnail, in pixels.
pub const THUMBNAIL_SIDE: u32 = 320;

/// The most bytes of a stored photo: twice the size of a photo of [`MAX_SIDE`]. Noise takes ten times as many.
pub const MAX_KEPT_BYTES: usize = 1024 * 1024;

/// The qualities that are tried until a photo fits into [`MAX_KEPT_BYTES`]. After them, it is scaled down.
const QUALITIES: [u8; 3] = [82, 70, 55];

const THUMBNAIL_QUALITY: u8 = 75;

/// The most scans of a JPEG. Cameras write one, and progressive encoders about ten.
const MAX_SCANS: usize = 32;

/// The least zeros at the end of a scan that may stand for missing data.
const MANY_ZEROS: usize = 16;

/// A decoded photo, ready to be stored.
#[derive(Clone, Debug)]
pub struct Image {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The photo, as a JPEG.
    pub jpeg: Vec<u8>,
    /// The thumbnail, as a JPEG.
    pub thumbnail: Vec<u8>,
}

/// The reason why a file is refused, and the exit code of a process that reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// The file is not a JPEG, PNG, or WebP.
    Type = 10,
    /// The file is HEIC.
    Heic,
    /// The file has too many bytes or pixels.
    Large,
    /// The file cannot be decoded.
    Broken,
}

impl FileRefusal {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::Type, Self::Heic, Self::Large, Self::Broken];
}

impl From<ImageError> for FileRefusal {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::Large,
            _ => Self::Broken,
        }
    }
}

/// Returns the format of a file, by its first bytes.
///
/// # Errors
/// When the file is of another format.
pub fn format(file: &[u8]) -> Result<ImageFormat, FileRefusal> {
    match guess_format(file) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => Ok(format),
        _ if is_heic(file) => Err(FileRefusal::Heic),
        _ => Err(FileRefusal::Type),
    }
}

/// Returns the longest side in pixels that a file declares: `u32::MAX` if that cannot be read.
#[must_use]
pub fn declared_side(file: &[u8]) -> u32 {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format();
    let size = reader.ok().and_then(|it| it.into_dimensions().ok());
    size.map_or(u32::MAX, |(width, height)| width.max(height))
}

/// Decodes a file and re-encodes it.
///
/// # Errors
/// When the file is refused.
pub fn decode(file: &[u8]) -> Result<Image, FileRefusal> {
    if file.len() > MAX_BYTES {
        return Err(FileRefusal::Large);
    }
    let (image, orientation) = match format(file)? {
        ImageFormat::Jpeg => decode_jpeg(file)?,
        ImageFormat::Png => pixels(&with_end(file), ImageFormat::Png, MAX_PIXELS)?,
        // Half a file followed by another one: the decoder would read the rest from the second file.
        _ if file[12..]
            .windows(12)
            .any(|it| it.starts_with(b"RIFF") && it.ends_with(b"WEBP")) =>
        {
            return Err(FileRefusal::Broken);
        }
        format => pixels(file, format, MAX_PIXELS)?,
    };
    let image = upright(image, orientation);
    let thumbnail = jpeg(&shrunk(image.clone(), THUMBNAIL_SIDE), THUMBNAIL_QUALITY)?;
    let (jpeg, width, height) = kept(image)?;
    Ok(Image {
        width,
        height,
        jpeg,
        thumbnail,
    })
}

/// Decodes a JPEG twice, with two different ends after the data of its last scan. If data is missing,
/// the decoder silently makes it up from the bytes that follow. (Phones leave out the end marker.)
/// A download that broke off may have zeros instead: they change the image, but the last ones do not,
/// because the decoder has given up or has all pixels before it reads them.
fn decode_jpeg(file: &[u8]) -> Result<(DynamicImage, Orientation), FileRefusal> {
    const ENDS: [&[u8]; 2] = [
        &[0xff, 0xd9],
        &[0x5a, 0xa5, 0x5a, 0xa5, 0x5a, 0xa5, 0xff, 0xd9],
    ];
    let scans = Scans::find(file).ok_or(FileRefusal::Broken)?;
    if scans.count > MAX_SCANS {
        return Err(FileRefusal::Broken);
    }
    let max_pixels = if scans.is_progressive {
        MAX_PROGRESSIVE_PIXELS
    } else {
        MAX_PIXELS
    };
    let decoded = |file: &[u8], end: &[u8]| {
        let image = pixels(&[file, end].concat(), ImageFormat::Jpeg, max_pixels)?;
        Ok::<_, FileRefusal>(image.0)
    };
    let file = scans.file;
    let image = decoded(file, ENDS[0])?;
    if image != decoded(file, ENDS[1])? {
        return Err(FileRefusal::Broken);
    }
    if let Some(shorter) = file.strip_suffix(&[0; MANY_ZEROS])
        && image == decoded(shorter, ENDS[1])?
    {
        let end = file.iter().rposition(|byte| *byte != 0);
        if image != decoded(&file[..end.map_or(0, |it| it + 1)], ENDS[1])? {
            return Err(FileRefusal::Broken);
        }
    }
    let orientation = scans.exif.and_then(Orientation::from_exif_chunk);
    Ok((image, orientation.unwrap_or(Orientation::NoTransforms)))
}

fn pixels(
    file: &[u8],
    format: ImageFormat,
    max_pixels: u64,
) -> Result<(DynamicImage, Orientation), FileRefusal> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_OTHER_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > max_pixels || decoder.total_bytes() > MAX_PIXEL_BYTES {
        return Err(FileRefusal::Large);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

/// Turns an image upright. The image is shrunk first, so that nothing large is in memory twice.
fn upright(image: DynamicImage, orientation: Orientation) -> DynamicImage {
    let mut image = on_white(image);
    // A fast, coarse step before the finer one.
    if longest_side(&image) > 2 * MAX_SIDE {
        image = image.thumbnail(2 * MAX_SIDE, 2 * MAX_SIDE);
    }
    let mut image: DynamicImage = shrunk(image, MAX_SIDE).into_rgb8().into();
    image.apply_orientation(orientation);
    image
}

/// Draws an image on white: ink on a transparent background would otherwise be black on black.
fn on_white(image: DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return image;
    }
    let mut image = image.into_rgba8();
    for pixel in image.pixels_mut() {
        let [red, green, blue, alpha] = pixel.0.map(u32::from);
        pixel.0 = [red, green, blue, 255].map(|color| {
            let laid = (color * alpha + 255 * (255 - alpha) + 127) / 255;
            u8::try_from(laid).unwrap_or(u8::MAX)
        });
    }
    image.into()
}

/// Encodes the photo for storage. Returns its size in pixels, too.
fn kept(mut image: DynamicImage) -> Result<(Vec<u8>, u32, u32), FileRefusal> {
    loop {
        for quality in QUALITIES {
            let jpeg = jpeg(&image, quality)?;
            if jpeg.len() <= MAX_KEPT_BYTES {
                return Ok((jpeg, image.width(), image.height()));
            }
        }
        image = shrunk(image.clone(), longest_side(&image) * 3 / 4);
    }
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

/// Encodes a JPEG of this quality, of at most 100.
///
/// # Errors
/// When JPEGs cannot have the image's size or kind of pixels.
pub fn jpeg(image: &DynamicImage, quality: u8) -> Result<Vec<u8>, FileRefusal> {
    let mut file = Vec::new();
    image.write_with_encoder(JpegEncoder::new_with_quality(&mut file, quality))?;
    Ok(file)
}

/// Returns whether a file belongs to the family of formats that iPhones write (ISO/IEC 23008-12,
/// annex B.4). AVIF may use the same brands, but lists its own among the compatible ones.
fn is_heic(file: &[u8]) -> bool {
    let brands = match file.first_chunk() {
        Some(length) if file[4..].starts_with(b"ftyp") => {
            let length = usize::try_from(u32::from_be_bytes(*length)).unwrap_or(usize::MAX);
            &file[8..length.clamp(12, file.len().max(12)).min(file.len())]
        }
        _ => return false,
    };
    let (brand, rest) = brands.split_at(brands.len().min(4));
    let is_avif = rest.chunks(4).any(|it| matches!(it, b"avif" | b"avis"));
    brand.starts_with(b"he") || (matches!(brand, b"mif1" | b"msf1") && !is_avif)
}

/// Returns a PNG with its end chunk, which some programs leave out, and without anything after it.
fn with_end(file: &[u8]) -> Vec<u8> {
    const END: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";
    let mut at = 8;
    // A chunk consists of its length, its type, its content, and a checksum.
    while let Some([a, b, c, d, kind @ ..]) = file.get(at..at + 8)
        && kind != b"IEND"
    {
        let length = u32::from_be_bytes([*a, *b, *c, *d]);
        let next = usize::try_from(length).map_or(usize::MAX, |it| it.saturating_add(at + 12));
        if next > file.len() {
            return file.to_vec();
        }
        at = next;
    }
    [&file[..at], END].concat()
}

/// The scans of a JPEG (ITU T.81, annex B).
struct Scans<'a> {
    is_progressive: bool,
    count: usize,
    /// The file up to the end of the last scan's data. Phones may add data of their own after it.
    file: &'a [u8],
    /// The file's first Exif segment, in the form that readers expect.
    exif: Option<&'a [u8]>,
}

impl<'a> Scans<'a> {
    /// Finds the scans. Returns `None` if there are none.
    fn find(file: &'a [u8]) -> Option<Self> {
        const PROGRESSIVE: u8 = 0xc2;
        const RESTART: u8 = 0xd0;
        const START: u8 = 0xd8;
        const END: u8 = 0xd9;
        const SCAN: u8 = 0xda;
        const RESTARTS: u8 = 0xdd;
        const APP1: u8 = 0xe1;
        let mut found = Self {
            is_progressive: false,
            count: 0,
            file,
            exif: None,
        };
        let (mut at, mut end, mut has_restarts) = (2, None, false);
        // A segment begins with 0xff, its marker, and its length. Other bytes are skipped, as in decoders.
        while let Some([first, marker, ..]) = file.get(at..at + 2) {
            match (*first, *marker) {
                // A byte of a scan.
                (0xff, 0) => at += 2,
                (0xff, RESTART..START) if has_restarts => at += 2,
                (0xff, START | END) => break,
                // A marker without a length.
                (0xff, 0x01..0xc0 | RESTART..START) => {
                    end = end.or(Some(at));
                    at += 2;
                }
                (0xff, marker @ 0xc0..=0xfe) => {
                    let Some([high, low, ..]) = file.get(at + 2..at + 4) else {
                        break;
                    };
                    has_restarts |= marker == RESTARTS;
                    // The first marker after a scan's data ends the scan.
                    end = end.or(Some(at)).filter(|_| marker != SCAN);
                    let next = at + 2 + usize::from(u16::from_be_bytes([*high, *low]));
                    let content = file.get(at + 4..next);
                    found.is_progressive |= marker == PROGRESSIVE;
                    found.count += usize::from(marker == SCAN);
                    if marker == APP1 && found.exif.is_none() {
                        found.exif = content.and_then(|it| it.strip_prefix(b"Exif\0\0"));
                    }
                    at = next;
                }
                _ => at += 1,
            }
        }
        // A single last byte belongs to a scan, or is half a marker.
        at += usize::from(
            file.get(at..)
                .is_some_and(|rest| rest.len() == 1 && rest != [0xff]),
        );
        found.file = &file[..end.unwrap_or(at).min(file.len())];
        (found.count > 0).then_some(found)
    }
}
