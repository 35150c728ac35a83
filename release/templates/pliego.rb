class Pliego < Formula
  desc "Turns texts into books: accessible EPUB 3 and typeset PDF"
  homepage "@URL@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  #if @MAC_X64@@MAC_ARM64@
  on_macos do
    #if @MAC_X64@
    on_intel do
      url "@URL@/pliego-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@MAC_X64@"
    end
    #end
    #if @MAC_ARM64@
    on_arm do
      url "@URL@/pliego-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@MAC_ARM64@"
    end
    #end
  end
  #end
  on_linux do
    #if @LINUX_X64@
    on_intel do
      url "@URL@/pliego-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@LINUX_X64@"
    end
    #end
    #if @LINUX_ARM64@
    on_arm do
      url "@URL@/pliego-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@LINUX_ARM64@"
    end
    #end
  end

  def install
    bin.install "pliego"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pliego.bash" => "pliego"
    zsh_completion.install "completions/_pliego"
    fish_completion.install "completions/pliego.fish"
  end

  test do
    (testpath/"letter.md").write "# A letter\n\nDear friend.\n"
    system bin/"pliego", "build", "letter.md", "--lang", "en", "--out", "out"
    assert_path_exists testpath/"out/letter.epub"
  end
end
