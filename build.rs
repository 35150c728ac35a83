//! Tells the program which program it is: a digest of all that it is compiled from. What one
//! program keeps in its cache (`src/cache`) no other believes.

#![expect(
    clippy::disallowed_methods,
    reason = "it reads the sources, before there is a disk"
)]

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::process::Command;

/// What the program is compiled from; of the crates that it borrows `Cargo.lock` tells.
const SOURCES: [&str; 7] =
    ["Cargo.lock", "Cargo.toml", "covers", "designs", "fonts", "presses", "src"];

/// How it is compiled, as cargo says it.
const MANNER: [&str; 4] = ["TARGET", "PROFILE", "OPT_LEVEL", "CARGO_CFG_FEATURE"];

fn main() -> io::Result<()> {
    let mut digest = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        take_in(Path::new(source), &mut digest)?;
    }
    for name in MANNER {
        env::var(name).ok().hash(&mut digest);
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(compiler).arg("-vV").output()?.stdout.hash(&mut digest);
    println!("cargo::rustc-env=PLIEGO_PROGRAM={:016x}", digest.finish());
    Ok(())
}

/// Takes a file, or all below a folder in the order of the names, into the digest.
fn take_in(path: &Path, digest: &mut DefaultHasher) -> io::Result<()> {
    path.hash(digest);
    if path.is_file() {
        fs::read(path)?.hash(digest);
    } else if path.is_dir() {
        let entries = fs::read_dir(path)?;
        let mut below: Vec<_> =
            entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        below.sort();
        for path in below {
            take_in(&path, digest)?;
        }
    }
    Ok(())
}
