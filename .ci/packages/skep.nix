# A package for nixpkgs: callPackage ./skep.nix { }
{
  lib,
  stdenvNoCC,
  fetchurl,
  installShellFiles,
}:
let
  archives = {
    x86_64-linux = {
      url = "@URL x86_64-unknown-linux-musl@";
      sha256 = "@SHA256 x86_64-unknown-linux-musl@";
    };
    aarch64-linux = {
      url = "@URL aarch64-unknown-linux-musl@";
      sha256 = "@SHA256 aarch64-unknown-linux-musl@";
    };
    x86_64-darwin = {
      url = "@URL x86_64-apple-darwin@";
      sha256 = "@SHA256 x86_64-apple-darwin@";
    };
    aarch64-darwin = {
      url = "@URL aarch64-apple-darwin@";
      sha256 = "@SHA256 aarch64-apple-darwin@";
    };
  };
  inherit (stdenvNoCC.hostPlatform) system;
in
stdenvNoCC.mkDerivation {
  pname = "skep";
  version = "@VERSION@";
  src = fetchurl (archives.${system} or (throw "skep has no archive for ${system}"));
  nativeBuildInputs = [ installShellFiles ];
  installPhase = ''
    runHook preInstall
    install -Dm755 skep -t $out/bin
    installManPage man/*
    installShellCompletion completions/skep.{bash,fish,zsh}
    runHook postInstall
  '';
  meta = {
    description = "@DESCRIPTION@";
    homepage = "@HOMEPAGE@";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "skep";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
