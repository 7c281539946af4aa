//! The options of the rules as text.

use skep_records::notation::JudgeOptions;

#[test]
fn options_are_joined_in_any_order() {
    let rules: JudgeOptions = "draw+OPEN+historical".parse().unwrap();
    assert_eq!(rules.to_string(), "historical+open+draw");
    for all in [
        "draw+flip=locked+honeycombo-contact=no+exchange=strict",
        "hivegame-2024+flip=venom+sting=any+resignation=count",
    ] {
        assert_eq!(all.parse::<JudgeOptions>().unwrap().to_string(), all);
    }
    for wrong in [
        "flip=",
        "flip=no",
        "locked",
        "flip=free+flip=none",
        "",
        "draw+",
        "strict+historical",
        "draw+draw",
        "draw+hivegame",
        "resignation=win",
        "sting=far",
    ] {
        assert!(wrong.parse::<JudgeOptions>().is_err(), "{wrong}");
    }
}
