//! Writes the JavaScript of a WebAssembly module.
//!
//! ```text
//! bindgen MODULE.wasm FOLDER
//! ```

use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let module = arguments.next().context("which module?")?;
    let folder = arguments.next().context("into which folder?")?;
    Bindgen::new()
        .input_path(module)
        .out_name("module")
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
