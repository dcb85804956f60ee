//! Small files that take a decoder far too much work or memory.

use std::io::Write;

use flate2::{Compression, write::DeflateEncoder};
use image::ImageFormat;

use super::{
    encoded,
    files::{chunk, dots, with_chunks, with_segment},
    jpeg, picture,
};

/// A description and a file.
pub type Bomb = (&'static str, Vec<u8>);

/// The sides of the largest frames that are decoded: baseline, and half as many pixels progressive.
const SIDE: u16 = 6_300;
const PROGRESSIVE_SIDE: u16 = 4_470;

fn be(number: u16) -> [u8; 2] {
    number.to_be_bytes()
}

/// Returns the beginning of a three-color JPEG: tables of one code each, and the frame.
fn jpeg_head(frame: u8, (width, height): (u16, u16), sampling: u8) -> Vec<u8> {
    let one_code = |table: u8, value: u8| {
        let counts = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        [&[0xff, 0xc4, 0, 20, table][..], &counts, &[value]].concat()
    };
    let colors = [1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0];
    [
        &b"\xff\xd8\xff\xdb\0\x43\0"[..],
        &[1; 64],
        &[0xff, frame, 0, 17, 8],
        &be(height),
        &be(width),
        &[3],
        &colors,
        &one_code(0x00, 0),
        // An empty run and one bit: no block ends before its last value.
        &one_code(0x10, 1),
    ]
    .concat()
}

/// Returns a scan of some colors and coefficients.
fn scan(colors: &[u8], (first, last): (u8, u8), data: &[u8]) -> Vec<u8> {
    let count = u8::try_from(colors.len()).unwrap();
    let selectors = colors.iter().flat_map(|&color| [color, 0]);
    let head = [0xff, 0xda, 0, 6 + 2 * count, count];
    let head = head.into_iter().chain(selectors);
    head.chain([first, last, 0])
        .chain(data.iter().copied())
        .collect()
}

const END: &[u8] = b"\xff\xd9";
const ALL: (u8, u8) = (0, 63);

fn progressive(scans: usize, data: &[u8]) -> Vec<u8> {
    let size = (PROGRESSIVE_SIDE, PROGRESSIVE_SIDE);
    let mut file = jpeg_head(0xc2, size, 0x11);
    file.extend(scan(&[1, 2, 3], (0, 0), data));
    for _ in 0..scans {
        file.extend(scan(&[1], (1, 63), data));
    }
    [&file, END].concat()
}

fn baseline(size: (u16, u16), sampling: u8, scans: &[Vec<u8>]) -> Vec<u8> {
    [&jpeg_head(0xc0, size, sampling), &scans.concat(), END].concat()
}

pub fn jpegs() -> Vec<Bomb> {
    let whole = jpeg(64, 48);
    let restarts = [
        &jpeg_head(0xc0, (SIDE, SIDE), 0x11),
        &b"\xff\xdd\0\x04\0\x01"[..],
        &scan(&[1, 2, 3], ALL, &vec![0x55; 3_000_000]),
        END,
    ];
    let empty = |size, scans: usize| baseline(size, 0x11, &vec![scan(&[1], ALL, &[0]); scans]);
    let (square, half) = ((SIDE, SIDE), (PROGRESSIVE_SIDE, PROGRESSIVE_SIDE));
    let flat = vec![0; 14_000_000];
    let at_once = [scan(&[1, 2, 3], ALL, &flat)];
    let each = [1, 2, 3].map(|color| scan(&[color], ALL, &flat[..4_000_000]));
    let table = b"\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    let stuffed = |content: &[u8]| [&whole[..2], content, &whole[2..]].concat();
    vec![
        ("baseline, 5,000 scans", empty((65_535, 8), 5_000)),
        ("baseline, 40 scans of 40 megapixels", empty(square, 40)),
        ("progressive, 100 scans", progressive(100, &[0; 8])),
        ("progressive, 39 scans of 8 bytes", progressive(39, &[0; 8])),
        ("39 of 300 KB", progressive(39, &vec![0; 300_000])),
        ("14 MB of zeros", baseline(square, 0x11, &at_once)),
        ("colors of a sixteenth", baseline(square, 0x44, &at_once)),
        ("a scan for each color", baseline(half, 0x11, &each)),
        ("a restart after each block", restarts.concat()),
        ("14 MB of tables", stuffed(&table.repeat(600_000))),
        ("14 MB of filling", stuffed(&vec![0xff; 14_000_000])),
        (
            "230 application segments",
            (0..230).fold(whole.clone(), |file, _| {
                with_segment(&file, 0xe1, &[&b"Exif\0\0"[..], &[0; 60_000]].concat())
            }),
        ),
        ("4,294 megapixels", empty((65_535, 65_535), 1)),
    ]
}

fn png(size: (u32, u32), (depth, color): (u8, u8), interlaced: u8, data: &[u8]) -> Vec<u8> {
    let (width, height) = (size.0.to_be_bytes(), size.1.to_be_bytes());
    let head = [&width[..], &height, &[depth, color, 0, 0, interlaced]].concat();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &head),
        chunk(b"IDAT", data),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

/// Returns a deflate stream of at least `bytes` zeros, made by repeating one piece.
fn zeros(bytes: usize) -> Vec<u8> {
    const EACH: usize = 1024 * 1024;
    let mut some = DeflateEncoder::new(Vec::new(), Compression::best());
    some.write_all(&vec![0; EACH]).unwrap();
    some.flush().unwrap();
    let count = bytes.div_ceil(EACH);
    let sum = u32::try_from(count * EACH % 65_521).unwrap() << 16 | 1;
    let last = [&[3, 0][..], &sum.to_be_bytes()].concat();
    [&[0x78, 1], &some.get_ref().repeat(count)[..], &last].concat()
}

pub fn pngs() -> Vec<Bomb> {
    let small = encoded(&picture(64, 48), ImageFormat::Png);
    let bomb = [b"name\0\0", &zeros(300_000_000)[..]].concat();
    let animated = [
        chunk(b"acTL", &[0, 0, 16, 0, 0, 0, 0, 0]),
        chunk(
            b"fcTL",
            &[&[0; 4][..], &[0, 0, 0, 64, 0, 0, 0, 48], &[0; 14]].concat(),
        ),
    ];
    let frame = chunk(b"fdAT", &[&[0, 0, 0, 1], &zeros(1_000_000)[..]].concat());
    let data = small.windows(4).position(|bytes| bytes == b"IDAT").unwrap() - 4;
    let with_empty = [
        &small[..data],
        &chunk(b"IDAT", &[]).repeat(1_000_000),
        &small[data..],
    ];
    let frames = [animated.concat(), frame.repeat(4_096)].concat();
    let rest = [zeros(3_000), vec![0; 1_000]].concat();
    let black = |size, color, interlaced, megabytes: usize| {
        png(size, color, interlaced, &zeros(megabytes * 1_000_000))
    };
    let (forty, twenty) = ((6_324, 6_324), (4_470, 4_470));
    let largest = [i32::MAX.unsigned_abs(); 2].into();
    let many = |kind: &[u8], content: &[u8], count: usize| {
        with_chunks(&small, &chunk(kind, content).repeat(count))
    };
    vec![
        ("40 megapixels of 4 bytes", black(forty, (8, 6), 0, 160)),
        ("20 of 8 bytes, interlaced", black(twenty, (16, 6), 1, 161)),
        ("40 of one bit, interlaced", black(forty, (1, 0), 1, 6)),
        ("a long line", black((40_000_000, 1), (8, 2), 0, 120)),
        ("a long column", black((1, 40_000_000), (8, 2), 0, 160)),
        ("3 GB after few pixels", png((16, 16), (8, 2), 0, &rest)),
        ("a profile of 300 MB", many(b"iCCP", &bomb, 1)),
        ("40 texts of 300 MB", many(b"zTXt", &bomb, 40)),
        ("a million empty parts", with_empty.concat()),
        ("a million texts", many(b"tEXt", b"a\0", 900_000)),
        ("4,096 frames", with_chunks(&small, &frames)),
        ("4,611 million megapixels", black(largest, (8, 2), 0, 1)),
        ("noise", encoded(&dots(1_900, 1_900), ImageFormat::Png)),
    ]
}

/// Writes bits, lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: u32, bits: u32) {
        for bit in 0..bits {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let set = u8::from(value.checked_shr(bit).unwrap_or(0) & 1 == 1);
            *self.bytes.last_mut().unwrap() |= set << (self.count % 8);
            self.count += 1;
        }
    }

    /// Writes a Huffman code of one symbol, which takes no bits.
    fn one_symbol(&mut self, symbol: u32) {
        self.put(0b1_0_1, 3);
        self.put(symbol, 8);
    }

    /// Writes a Huffman code that fills a table: lengths 1 to 10, and 10 again.
    fn long_code(&mut self) {
        // The code of the code lengths: 3 bits each for lengths 1 to 6, 4 bits for 7 to 10.
        const ORDER: [u32; 15] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11];
        self.put(0, 1);
        self.put(14 - 4, 4);
        for symbol in &ORDER[..14] {
            let length = match symbol {
                1..=6 => 3,
                7..=10 => 4,
                _ => 0,
            };
            self.put(length, 3);
        }
        // Eleven lengths follow.
        self.put(1, 1);
        self.put(1, 3);
        self.put(11 - 2, 4);
        for length in (1..=10).chain([10]) {
            let (code, bits) = match length {
                1..=6 => (length - 1, 3),
                _ => (12 + length - 7, 4),
            };
            for bit in (0..bits).rev() {
                self.put(code >> bit & 1, 1);
            }
        }
    }

    /// Writes the header of a lossless picture.
    fn lossless(width: u32, height: u32) -> Self {
        let mut bits = Self::default();
        bits.put(0x2f, 8);
        bits.put(width - 1, 14);
        bits.put(height - 1, 14);
        bits.put(0, 4);
        bits
    }

    /// Writes pixels of one color, which take no bits.
    fn one_color(&mut self) {
        // No color cache and no meta Huffman codes.
        self.put(0, 2);
        for _ in 0..5 {
            self.one_symbol(0);
        }
    }
}

fn riff(chunks: &[u8]) -> Vec<u8> {
    let length = u32::try_from(chunks.len() + 4).unwrap();
    [b"RIFF", &length.to_le_bytes()[..], b"WEBP", chunks].concat()
}

fn part(name: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap();
    let padding = &[0][..content.len() % 2];
    [name, &length.to_le_bytes(), content, padding].concat()
}

/// Returns the header of an extended (`VP8X`) file, with a canvas.
fn canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let side = |side: u32| (side - 1).to_le_bytes();
    let content = [&[flags, 0, 0, 0][..], &side(width)[..3], &side(height)[..3]];
    part(b"VP8X", &content.concat())
}

/// Returns a 4×4 picture with many groups of Huffman codes; a decoder builds five tables for each.
fn groups(groups: u32, has_cache: bool) -> Vec<u8> {
    let mut bits = Bits::lossless(4, 4);
    bits.put(0, 1);
    bits.put(u32::from(has_cache), 1);
    if has_cache {
        bits.put(11, 4);
    }
    bits.put(1, 1);
    bits.put(0, 3);
    bits.put(0, 1);
    let last = groups - 1;
    for symbol in [last & 255, last >> 8, 0, 0, 0] {
        bits.one_symbol(symbol);
    }
    for _ in 0..groups {
        for _ in 0..5 {
            bits.long_code();
        }
    }
    bits.put(0, 2_048);
    riff(&part(b"VP8L", &bits.bytes))
}

/// Returns a lossy frame of this size without data.
fn lossy(side: u16) -> Vec<u8> {
    let first_partition = 200_000_u32;
    let tag = first_partition << 5 | 1 << 4;
    let sides = [side.to_le_bytes(), side.to_le_bytes()].concat();
    let head = [&tag.to_le_bytes()[..3], b"\x9d\x01\x2a", &sides].concat();
    part(b"VP8 ", &[&head[..], &vec![0; 450_000]].concat())
}

fn flat(side: u32, transforms: &[u32]) -> Vec<u8> {
    let mut bits = Bits::lossless(side, side);
    for &transform in transforms {
        bits.put(1, 1);
        bits.put(transform, 2);
        match transform {
            // One block for four pixels, of one color.
            0 | 1 => {
                bits.put(0, 3);
                bits.put(0, 1);
                for _ in 0..5 {
                    bits.one_symbol(0);
                }
            }
            // A palette of 256 colors.
            3 => {
                bits.put(255, 8);
                bits.put(0, 1);
                for _ in 0..5 {
                    bits.one_symbol(0);
                }
            }
            _ => {}
        }
    }
    bits.put(0, 1);
    bits.one_color();
    bits.put(0, 64);
    part(b"VP8L", &bits.bytes)
}

pub fn webps() -> Vec<Bomb> {
    let small = encoded(&picture(64, 48), ImageFormat::WebP)[12..].to_vec();
    let frame = |side: u32| {
        let sides = (side - 1).to_le_bytes();
        let head = [&[0; 6][..], &sides[..3], &sides[..3], &[0; 4]].concat();
        part(b"ANMF", &[&head[..], &flat(side, &[])].concat())
    };
    let animated = |side: u32, frames: usize| {
        let head = part(b"ANIM", &[0; 6]);
        let frames = frame(side).repeat(frames);
        riff(&[canvas(2, side, side), head, frames].concat())
    };
    let many = |part: &[u8], count: usize| {
        riff(&[&canvas(0, 64, 48), &part.repeat(count)[..], &small].concat())
    };
    let one = |frame: Vec<u8>| riff(&[canvas(0, 16, 16), frame].concat());
    vec![
        ("65,536 groups of codes", groups(65_536, false)),
        ("the same, with a cache", groups(65_536, true)),
        ("a frame of 169 megapixels", one(lossy(13_000))),
        ("a frame of 268 megapixels", one(lossy(16_383))),
        ("a lossless frame of 268", one(flat(16_384, &[]))),
        ("40 megapixels of one color", riff(&flat(6_324, &[]))),
        ("the same, transformed", riff(&flat(6_324, &[0, 1, 2]))),
        ("the same, with a palette", riff(&flat(6_324, &[3]))),
        ("2,000 frames of 40 megapixels", animated(6_324, 2_000)),
        ("one frame of 40 megapixels", animated(6_324, 1)),
        ("a million parts", many(&part(b"JUNK", &[]), 1_000_000)),
        ("many positions", many(&part(b"EXIF", b"II*\0"), 800_000)),
        ("268 megapixels", riff(&flat(16_384, &[]))),
    ]
}
