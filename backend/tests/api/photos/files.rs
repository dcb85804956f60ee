//! The files that are accepted, and what is stored of them.

use flate2::{Compression, write::ZlibEncoder};
use image::{
    DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage, load_from_memory,
    metadata::Orientation,
};
use photo_file::{MAX_BYTES, MAX_KEPT_BYTES, MAX_SIDE, THUMBNAIL_SIDE, decode};
use std::{env, io::Write, panic::catch_unwind};
use uuid::Uuid;

use super::{Visitor, encoded, jpeg, picture, refusal};
use crate::{app::TestApp, desk::save};
use serde_json::json;

/// Returns a TIFF structure with an orientation and a GPS position, as cameras write it.
fn exif(orientation: u16) -> Vec<u8> {
    let mut tiff = b"II*\0".to_vec();
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        let [tag, kind] = [tag, kind].map(u16::to_le_bytes);
        let [count, value] = [count, value].map(u32::to_le_bytes);
        [&tag[..], &kind, &count, &value].concat()
    };
    tiff.extend(8_u32.to_le_bytes());
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(entry(0x0112, 3, 1, orientation.into()));
    // The GPS directory: north, and a datum that the tests search for.
    tiff.extend(entry(0x8825, 4, 1, 38));
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(entry(0x0001, 2, 2, u32::from(b'N')));
    tiff.extend(entry(0x0012, 2, 11, 68));
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(b"POSITION33\0");
    tiff
}

/// Returns a JPEG with another segment after its start.
pub fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap();
    let segment = [&[0xff, marker][..], &length.to_be_bytes(), content].concat();
    [&jpeg[..2], &segment, &jpeg[2..]].concat()
}

fn with_exif(jpeg: &[u8], exif: &[u8]) -> Vec<u8> {
    with_segment(jpeg, 0xe1, &[b"Exif\0\0", exif].concat())
}

pub fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
    let named = [kind, content].concat();
    let length = u32::try_from(content.len()).unwrap();
    let sum = crc32fast::hash(&named).to_be_bytes();
    [&length.to_be_bytes()[..], &named, &sum].concat()
}

/// Returns a PNG with more chunks after its header.
pub fn with_chunks(png: &[u8], chunks: &[u8]) -> Vec<u8> {
    const HEADER: usize = 8 + 25;
    [&png[..HEADER], chunks, &png[HEADER..]].concat()
}

/// Returns a PNG that claims this size and has almost no data.
fn png_of_size(width: u32, height: u32) -> Vec<u8> {
    let [width, height] = [width, height].map(u32::to_be_bytes);
    let header = [&width[..], &height, &[8, 2, 0, 0, 0]].concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &header),
        chunk(b"IDAT", &deflated(&[0; 1000])),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

/// Returns a JPEG that claims this size and has almost no data.
fn jpeg_of_size(width: u16, height: u16, frame: u8) -> Vec<u8> {
    let mut file = jpeg(16, 16);
    let start = file
        .windows(2)
        .position(|bytes| bytes == [0xff, 0xc0])
        .unwrap();
    file[start + 1] = frame;
    file[start + 5..start + 7].copy_from_slice(&height.to_be_bytes());
    file[start + 7..start + 9].copy_from_slice(&width.to_be_bytes());
    file
}

fn webp_of_size(side: u16) -> Vec<u8> {
    let mut file = encoded(&picture(16, 16), ImageFormat::WebP);
    // Lossless WebP stores each side minus one in 14 bits, after the signature.
    let start = file.windows(4).position(|bytes| bytes == b"VP8L").unwrap() + 9;
    let side = u32::from(side - 1);
    let bits = u32::from_le_bytes(file[start..start + 4].try_into().unwrap());
    let bits = bits & !0xfff_ffff | side | side << 14;
    file[start..start + 4].copy_from_slice(&bits.to_le_bytes());
    file
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut file = ZlibEncoder::new(Vec::new(), Compression::best());
    file.write_all(content).unwrap();
    file.finish().unwrap()
}

fn iso_media(brand: &[u8]) -> Vec<u8> {
    [b"\0\0\0\x18ftyp", brand, b"\0\0\0\0mif1", &[0; 400]].concat()
}

#[actix_web::test]
async fn every_file_that_is_no_photograph_has_its_answer_and_is_not_kept() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let whole = jpeg(200, 100);
    let png = encoded(&picture(200, 100), ImageFormat::Png);
    let webp = encoded(&picture(200, 100), ImageFormat::WebP);
    let cut = |file: &[u8], left: usize| file[..left].to_vec();
    let polyglot = [&whole[..4], b"<script>alert(1)</script>"].concat();
    let half = |file: &[u8]| cut(file, file.len() / 2);
    let half_and = |file: &[u8], end: &[u8]| [&file[..file.len() / 2], end].concat();
    let avif = [&iso_media(b"mif1")[..20], b"avif"].concat();
    let no_photos = [
        ("nothing", Vec::new()),
        ("a text", b"a photograph of an oak".to_vec()),
        ("HTML", b"<!doctype html><script>1</script>".to_vec()),
        ("SVG", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()),
        ("GIF", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec()),
        ("BMP", b"BM\x1a\0\0\0\0\0\0\0\x1a\0\0\0".to_vec()),
        ("TIFF", exif(1)),
        ("AVIF", iso_media(b"avif")),
        ("AVIF by another brand", avif),
        ("a film", iso_media(b"isom")),
    ];
    let heic = [
        ("HEIC", iso_media(b"heic")),
        ("another", iso_media(b"mif1")),
    ];
    let broken = [
        ("half a JPEG", half(&whole)),
        ("with its end", half_and(&whole, b"\xff\xd9")),
        ("a comment", half_and(&whole, b"\xff\xfe\0\x05oak\xff\xd9")),
        ("with a restart", half_and(&whole, b"\xff\xd3oak\xff\xd9")),
        ("with another behind it", half_and(&whole, &whole)),
        ("a PNG with its end", half_and(&png, &png[png.len() - 12..])),
        ("half a WebP with another", half_and(&webp, &webp)),
        ("more scans than any camera makes", scans(&whole, 33)),
        ("the beginning of a JPEG", cut(&whole, 20)),
        ("its first bytes", cut(&whole, 3)),
        ("HTML after them", polyglot),
        ("half a PNG", half(&png)),
        ("the beginning of a PNG", cut(&png, 20)),
        ("half a WebP", half(&webp)),
        ("the beginning of a WebP", cut(&webp, 16)),
        ("a PNG without its pixels", png_of_size(5_000, 5_000)),
        ("a JPEG without lines", jpeg_of_size(16, 0, 0xc0)),
    ];
    let large = [
        ("a PNG of 2,500 megapixels", png_of_size(50_000, 50_000)),
        ("a PNG of one long line", png_of_size(u32::MAX >> 1, 1)),
        ("a JPEG of 2,500", jpeg_of_size(50_000, 50_000, 0xc0)),
        ("a progressive one of 25", jpeg_of_size(5_000, 5_000, 0xc2)),
        ("a WebP of 260 megapixels", webp_of_size(16_000)),
        ("too many bytes", vec![0; MAX_BYTES + 1]),
    ];
    for (status, code, files) in [
        (415, "type", &no_photos[..]),
        (415, "heic", &heic),
        (422, "broken", &broken),
        (413, "large", &large),
    ] {
        for (what, file) in files {
            let answer = visitor.put(Uuid::now_v7(), file.clone()).await;
            let sentence = refusal(&answer, status, code);
            assert!(sentence.ends_with('.'), "{what}: {sentence}");
            assert_eq!(sentence.contains("iPhone"), code == "heic", "{what}");
        }
    }
    assert_eq!(visitor.list().await, json!({ "photos": [], "left": 6 }));
}

/// Returns a JPEG with its scan repeated.
fn scans(jpeg: &[u8], count: usize) -> Vec<u8> {
    let scan = jpeg
        .windows(2)
        .position(|bytes| bytes == [0xff, 0xda])
        .unwrap();
    let (head, scan) = jpeg.split_at(scan);
    let (scan, end) = scan.split_at(scan.len() - 2);
    [head, &scan.repeat(count), end].concat()
}

/// Returns random dots: each part of the picture takes up a proportional part of the file.
pub fn dots(width: u32, height: u32) -> DynamicImage {
    let mut random = 1_u32;
    RgbImage::from_fn(width, height, |_, _| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, _, _, byte] = random.to_le_bytes();
        Rgb([byte, byte ^ 0x55, byte ^ 0xaa])
    })
    .into()
}

#[test]
fn a_file_that_lacks_its_end_alone_is_whole() {
    let jpeg = jpeg(200, 100);
    let png = encoded(&picture(200, 100), ImageFormat::Png);
    for lacking in 0..=12 {
        let cut = &png[..png.len() - lacking];
        assert!(decode(cut).is_ok(), "{lacking} bytes of a PNG's end");
    }
    for lacking in 0..=2 {
        let cut = &jpeg[..jpeg.len() - lacking];
        assert!(decode(cut).is_ok(), "{lacking} bytes of a JPEG's end");
    }
    assert!(decode(&jpeg[..jpeg.len() - 20]).is_err());
    let mut zeros = photo_file::jpeg(&dots(400, 300), 75).unwrap();
    let half = zeros.len() / 2;
    zeros[half..].fill(0);
    assert!(decode(&zeros).is_err());
    let padded = [&jpeg[..jpeg.len() - 2], &[0; 4096]].concat();
    assert!(decode(&padded).is_ok());
}

#[test]
fn what_is_transparent_is_white() {
    let ink = RgbaImage::from_fn(200, 100, |x, _| match x {
        0..50 => Rgba([0, 0, 0, 255]),
        50..100 => Rgba([0, 0, 0, 128]),
        _ => Rgba([0, 0, 0, 0]),
    });
    let ink = DynamicImage::from(ink);
    let (gray, deep) = (ink.to_luma_alpha8().into(), ink.to_rgba16().into());
    for (what, file) in [
        ("PNG", encoded(&ink, ImageFormat::Png)),
        ("WebP", encoded(&ink, ImageFormat::WebP)),
        ("gray", encoded(&gray, ImageFormat::Png)),
        ("16 bits", encoded(&deep, ImageFormat::Png)),
    ] {
        let read = load_from_memory(&decode(&file).unwrap().jpeg).unwrap();
        let shades = [20, 75, 180].map(|x| read.get_pixel(x, 50).0[0]);
        assert!(
            shades[0] < 10 && (115..140).contains(&shades[1]) && shades[2] > 245,
            "{what} {shades:?}"
        );
    }
}

#[test]
fn of_a_photograph_that_is_noise_no_more_is_kept_than_of_another() {
    let noise = photo_file::jpeg(&dots(2_000, 1_500), 75).unwrap();
    assert!(noise.len() > 2 * MAX_KEPT_BYTES);
    let image = decode(&noise).unwrap();
    assert!(image.jpeg.len() <= MAX_KEPT_BYTES && image.thumbnail.len() < MAX_KEPT_BYTES / 8);
    assert_eq!(
        load_from_memory(&image.jpeg).unwrap().dimensions(),
        (image.width, image.height)
    );
}

#[test]
fn of_two_exif_segments_the_first_one_counts() {
    let photo = with_exif(&with_exif(&jpeg(120, 80), &exif(1)), &exif(6));
    let image = decode(&photo).unwrap();
    assert_eq!((image.width, image.height), (80, 120));
}

#[actix_web::test]
async fn a_file_is_what_its_bytes_say_and_other_parts_of_it_do_no_harm() {
    let app = TestApp::spawn().await;
    let lead = save(&app, json!({})).await;
    let visitor = Visitor::of(&app, &lead);
    let photo = picture(200, 100);
    let (gray, deep) = (photo.grayscale(), photo.to_rgba16().into());
    let png = encoded(&photo, ImageFormat::Png);
    let zeros = vec![0; 100_000_000];
    let bomb = deflated(&zeros);
    let bombs = [
        chunk(b"iCCP", &[b"name\0\0", &bomb[..]].concat()),
        chunk(b"zTXt", &[b"name\0\0", &bomb[..]].concat()),
        chunk(
            b"iTXt",
            &[b"XML:com.adobe.xmp\0\x01\0\0\0", &bomb[..]].concat(),
        ),
    ]
    .concat();
    let mut thumbnailed = with_exif(&jpeg(200, 100), &jpeg(40, 20));
    thumbnailed = with_segment(&thumbnailed, 0xe2, &vec![0xff; 60_000]);
    // Phones append a video to a photo like this.
    thumbnailed.extend(iso_media(b"isom"));
    let six = [
        ("a PNG", "image/jpeg", png.clone()),
        ("a WebP", "text/html", encoded(&photo, ImageFormat::WebP)),
        ("a PNG with bombs", "image/png", with_chunks(&png, &bombs)),
        ("a photograph in a photograph", "image/jpeg", thumbnailed),
        ("gray", "", encoded(&gray, ImageFormat::Jpeg)),
        ("16 bits, transparent", "", encoded(&deep, ImageFormat::Png)),
    ];
    for (what, media_type, file) in six {
        let request = visitor
            .request("PUT", &format!("/{}", Uuid::now_v7()))
            .header("content-type", media_type);
        let answer = crate::app::Answer::to(request.body(file)).await;
        assert_eq!(answer.status, 201, "{what}: {answer:?}");
        let size = answer.json();
        assert_eq!(
            (&size["width"], &size["height"]),
            (&json!(200), &json!(100)),
            "{what}"
        );
    }
}

/// Returns the corners' colors, clockwise from the top left.
fn corners(image: &DynamicImage) -> [&'static str; 4] {
    let (right, bottom) = (image.width() - 4, image.height() - 4);
    [(3, 3), (right, 3), (right, bottom), (3, bottom)].map(|(x, y)| {
        match image.get_pixel(x, y).0.map(|channel| channel > 128) {
            [true, false, false, _] => "red",
            [false, true, false, _] => "green",
            [false, false, true, _] => "blue",
            [true, true, true, _] => "white",
            other => panic!("{other:?}"),
        }
    })
}

#[test]
fn photographs_are_upright_however_the_camera_was_held() {
    let upright = picture(120, 80);
    for orientation in 1..=8 {
        let stored = Orientation::from_exif(orientation).unwrap();
        // The inverse rotation gives what the sensor recorded.
        let undone = match stored {
            Orientation::Rotate90 => Orientation::Rotate270,
            Orientation::Rotate270 => Orientation::Rotate90,
            itself => itself,
        };
        let mut seen = upright.clone();
        seen.apply_orientation(undone);
        let exif = exif(orientation.into());
        let png_exif = chunk(b"eXIf", &exif);
        for file in [
            with_exif(&encoded(&seen, ImageFormat::Jpeg), &exif),
            with_chunks(&encoded(&seen, ImageFormat::Png), &png_exif),
        ] {
            let decoded = decode(&file).unwrap();
            assert_eq!((decoded.width, decoded.height), (120, 80), "{orientation}");
            for file in [&decoded.jpeg, &decoded.thumbnail] {
                let image = load_from_memory(file).unwrap();
                let expected = ["red", "green", "white", "blue"];
                assert_eq!(corners(&image), expected, "{orientation}");
            }
        }
    }
}

/// Returns the markers of a JPEG's segments before its first scan.
fn markers(jpeg: &[u8]) -> Vec<u8> {
    let mut markers = Vec::new();
    let mut at = 2;
    while jpeg[at + 1] != 0xda {
        markers.push(jpeg[at + 1]);
        at += 2 + usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
    }
    markers
}

#[test]
fn nothing_of_a_file_but_its_pixels_is_kept() {
    let holds = |file: &[u8], text: &[u8]| file.windows(text.len()).any(|bytes| bytes == text);
    let secrets: [&[u8]; 4] = [b"POSITION33", b"COMMENT33", b"PROFILE33", b"PAYLOAD33"];
    let mut photo = with_exif(&jpeg(400, 300), &exif(6));
    photo = with_segment(&photo, 0xfe, secrets[1]);
    photo = with_segment(
        &photo,
        0xe2,
        &[b"ICC_PROFILE\0\x01\x01", secrets[2]].concat(),
    );
    photo.extend(b"<?php PAYLOAD33 ?>");
    let chunks = [
        chunk(b"eXIf", &exif(6)),
        chunk(b"tEXt", b"Comment\0COMMENT33"),
        chunk(b"iCCP", &[b"name\0\0", &deflated(secrets[2])[..]].concat()),
    ];
    let mut png = with_chunks(
        &encoded(&picture(400, 300), ImageFormat::Png),
        &chunks.concat(),
    );
    png.extend(secrets[3]);
    for file in [photo, png] {
        assert!(secrets.iter().filter(|secret| holds(&file, secret)).count() >= 3);
        let image = decode(&file).unwrap();
        for kept in [&image.jpeg, &image.thumbnail] {
            for secret in secrets {
                assert!(!holds(kept, secret));
            }
            // Tables, the frame, and JFIF's header: no other application segment, and no comment.
            let others = [0xe0, 0xdb, 0xc0, 0xc4];
            let unknown: Vec<u8> = markers(kept)
                .into_iter()
                .filter(|marker| !others.contains(marker))
                .collect();
            assert_eq!(unknown, [0; 0]);
        }
    }
}

#[test]
fn a_photograph_is_no_larger_than_a_screen_and_a_small_one_stays_small() {
    for ((width, height), kept, thumbnail) in [
        ((64, 48), (64, 48), (64, 48)),
        ((400, 300), (400, 300), (320, 240)),
        ((4_000, 3_000), (2_048, 1_536), (320, 240)),
        ((1_500, 6_000), (512, 2_048), (80, 320)),
        ((10_000, 8), (2_048, 2), (320, 1)),
    ] {
        let image = decode(&jpeg(width, height)).unwrap();
        assert_eq!((image.width, image.height), kept);
        assert!(kept.0.max(kept.1) <= MAX_SIDE && thumbnail.0.max(thumbnail.1) <= THUMBNAIL_SIDE);
        for (file, size) in [(&image.jpeg, kept), (&image.thumbnail, thumbnail)] {
            assert_eq!(load_from_memory(file).unwrap().dimensions(), size);
        }
    }
}

/// Randomly changed files are decoded or refused; the decoder neither hangs nor panics.
/// `npm run stress -- fuzz` has more of them.
#[test]
fn no_changed_file_is_more_than_refused() {
    let number = |name| env::var(name).ok()?.parse::<u64>().ok();
    let originals = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .map(|format| encoded(&picture(64, 48), format));
    // xorshift: the files are the same in each run.
    let mut random = 0x2545_f491_4f6c_dd1d ^ number("PHOTO_SEED").unwrap_or_default();
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % below as u64).unwrap()
    };
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..number("PHOTO_CASES").unwrap_or(3_000) {
        let mut file = originals[next(originals.len())].clone();
        for _ in 0..=next(8) {
            let at = next(file.len());
            file[at] = u8::try_from(next(256)).unwrap();
        }
        if next(4) == 0 {
            file.truncate(next(file.len()));
        }
        let outcome = catch_unwind(|| decode(&file))
            .unwrap_or_else(|_| panic!("the decoder panicked at {}", hex::encode(&file)));
        match outcome {
            Ok(_) => taken += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(taken > 100 && refused > 100, "{taken} {refused}");
}
