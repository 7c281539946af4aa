# A formula for Homebrew.
class Skep < Formula
  desc "@DESCRIPTION@"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL aarch64-apple-darwin@"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL x86_64-apple-darwin@"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL aarch64-unknown-linux-musl@"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@URL x86_64-unknown-linux-musl@"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "skep"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
    bash_completion.install "completions/skep.bash" => "skep"
    zsh_completion.install "completions/skep.zsh" => "_skep"
    fish_completion.install "completions/skep.fish"
  end

  test do
    (testpath/"game.uhp").write "Base;InProgress;White[2];wS1;bS1 wS1-\n"
    system bin/"skep", "check", "game.uhp"
    assert_match version.to_s, shell_output("#{bin}/skep --version")
  end
end
