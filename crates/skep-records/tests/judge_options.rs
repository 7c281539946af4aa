//! The options of the rules as text.

use skep_records::notation::{Era, JudgeOptions, OpeningChoice, RepetitionRule};

#[test]
fn every_choice_of_rules_has_a_name_of_its_own() {
    for opening in OpeningChoice::ALL {
        for era in Era::ALL {
            for repetition in RepetitionRule::ALL {
                let options = JudgeOptions {
                    opening,
                    era,
                    repetition,
                    ..JudgeOptions::default()
                };
                assert_eq!(options.to_string().parse(), Ok(options));
                let all = format!("{repetition}+{opening}+{era}");
                assert_eq!(all.parse(), Ok(options));
                assert_eq!(all.to_uppercase().parse(), Ok(options));
            }
        }
    }
    for all in [
        "draw+flip=locked+honeycombo-contact=no+exchange=strict",
        "hivegame+flip=venom+stink-bug-shield=friends+sting=any+resignation=count",
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
