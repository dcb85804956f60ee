//! `wasm-bindgen INPUT --out-dir DIR`, as wasm-bindgen's own command understands it. That one compiles a web
//! server and an HTTP client for its test runner: with it, this takes twice as long to compile.

use std::env;

use anyhow::bail;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [input, option, folder] = &args[..] else {
        bail!("usage: wasm-bindgen INPUT --out-dir DIR");
    };
    if option != "--out-dir" {
        bail!("unknown option: {option}");
    }
    Bindgen::new()
        .bundler(true)?
        .input_path(input)
        .typescript(true)
        .generate(folder)
}
