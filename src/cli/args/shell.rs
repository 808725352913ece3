//! The flags of `joseki completions`, `joseki man` and `joseki ping`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// The flags of `joseki completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  joseki completions bash > ~/.local/share/bash-completion/completions/joseki
  joseki completions zsh > ~/.zfunc/_joseki       # a folder of fpath; the file has this name
  joseki completions fish > ~/.config/fish/completions/joseki.fish

Make the folder first, with `mkdir -p`.")]
pub struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh.
    pub shell: Shell,
}

/// The flags of `joseki man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  joseki man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder for the pages, one for each command; it is created.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

/// The flags of `joseki ping`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  joseki ping
  joseki ping https://joseki.example --live

Succeeds if the service at the address answers and is ready for requests: for health checks. A
service that answers but cannot write is degraded, which the output says.")]
pub struct PingArgs {
    /// Address of the service.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8361", env = "JOSEKI_LISTEN")]
    pub url: String,
    /// Ask only whether the service runs, not whether it is ready.
    #[arg(long)]
    pub live: bool,
    /// Wait for it, at most this many seconds.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        hide_default_value = true,
        value_parser = clap::value_parser!(u64).range(..=86_400)
    )]
    pub wait: u64,
}
