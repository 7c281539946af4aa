//! The options for rules as options of the protocol.

use skep_records::JudgeOptions;
use skep_records::notation::RuleOption;

/// Every option of Hive. Those of Venom and the packs have no effect in other games.
pub(super) fn all() -> impl Iterator<Item = &'static RuleOption> {
    let options = RuleOption::ALL.iter();
    options.filter(|option| option.hive.is_some())
}

/// The option with a name, in any case.
pub(super) fn named(name: &str) -> Option<&'static RuleOption> {
    all().find(|option| option.title.eq_ignore_ascii_case(name))
}

/// The option as the protocol describes it: name, type, current value, default, values.
pub(super) fn line(option: &RuleOption, rules: &JudgeOptions) -> String {
    let values = option.in_play();
    let default = values[0];
    let now = option.get(rules).filter(|value| values.contains(value));
    let now = now.unwrap_or(default);
    format!("{};enum;{now};{default};{}", option.title, values.join(";"))
}

/// Sets the option. Returns false for a value that a game in play cannot have.
pub(super) fn set(option: &RuleOption, rules: &mut JudgeOptions, value: &str) -> bool {
    let mut values = option.in_play().into_iter();
    values.any(|known| known.eq_ignore_ascii_case(value)) && option.set(rules, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_hive_is_set_and_listed() {
        for option in all() {
            assert_eq!(named(option.title).map(|o| o.name), Some(option.name));
            for value in option.in_play() {
                let mut rules = JudgeOptions::default();
                assert!(set(option, &mut rules, &value.to_uppercase()));
                assert_eq!(option.get(&rules), Some(value));
                let start = format!("{};enum;{value};", option.title);
                assert!(line(option, &rules).starts_with(&start));
            }
        }
        let opening = named("opening").expect("an option");
        assert!(!set(opening, &mut JudgeOptions::default(), "auto"));
    }
}
