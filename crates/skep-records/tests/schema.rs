//! A check of JSON against the schemas in `fixtures/schema`.
//!
//! It knows the keywords of JSON Schema 2020-12 that these schemas use, and refuses a schema with any other keyword. A
//! library for all of JSON Schema takes longer to build than everything else; `tests/recount/schema.py` compares with
//! one.

use serde_json::{Map, Value};

/// A schema.
pub struct Schema(Value);

impl Schema {
    /// Reads a schema.
    pub fn new(text: &str) -> Schema {
        Schema(serde_json::from_str(text).expect("a schema is JSON"))
    }

    /// What is wrong with a value: a JSON pointer and the keyword, for each error.
    pub fn errors(&self, value: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(&self.0, value, "", &mut errors);
        errors
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, rule) in schema {
            if !self.holds(schema, (keyword, rule), value, at, errors) {
                errors.push(format!("{at}: {value} breaks {keyword}: {rule}"));
            }
        }
    }

    /// Whether one keyword holds. Errors inside a value are added to `errors`, and hold as far as the keyword goes.
    fn holds(
        &self,
        schema: &Map<String, Value>,
        (keyword, rule): (&str, &Value),
        value: &Value,
        at: &str,
        errors: &mut Vec<String>,
    ) -> bool {
        let number = || rule.as_u64().expect("a number") as usize;
        match keyword {
            "$schema" => {
                assert_eq!(rule, "https://json-schema.org/draft/2020-12/schema");
                true
            }
            "$id" | "$defs" | "title" | "description" => rule.is_string() || rule.is_object(),
            "$ref" => {
                let pointer = rule.as_str().and_then(|r| r.strip_prefix('#'));
                let target = pointer.and_then(|p| self.0.pointer(p));
                let target = target.unwrap_or_else(|| panic!("{rule} leads nowhere"));
                self.check(target, value, at, errors);
                true
            }
            "type" => match rule {
                Value::Array(types) => types.iter().any(|t| has_type(value, t)),
                one => has_type(value, one),
            },
            "enum" => rule.as_array().expect("a list").contains(value),
            "const" => rule == value,
            "anyOf" => rule.as_array().expect("a list").iter().any(|schema| {
                let mut errors = Vec::new();
                self.check(schema, value, at, &mut errors);
                errors.is_empty()
            }),
            "minimum" => {
                let least = rule.as_f64().expect("a number");
                value.as_f64().is_none_or(|n| n >= least)
            }
            "minLength" => value.as_str().is_none_or(|s| s.chars().count() >= number()),
            "pattern" => {
                let pattern = regex_lite::Regex::new(rule.as_str().expect("a pattern")).unwrap();
                value.as_str().is_none_or(|s| pattern.is_match(s))
            }
            "minItems" => value.as_array().is_none_or(|a| a.len() >= number()),
            "maxItems" => value.as_array().is_none_or(|a| a.len() <= number()),
            "prefixItems" => {
                let schemas = rule.as_array().expect("a list");
                let values = value.as_array().into_iter().flatten();
                for (i, (schema, value)) in schemas.iter().zip(values).enumerate() {
                    self.check(schema, value, &format!("{at}/{i}"), errors);
                }
                true
            }
            "items" => {
                let before = schema.get("prefixItems").and_then(Value::as_array);
                let values = value.as_array().into_iter().flatten().enumerate();
                for (i, value) in values.skip(before.map_or(0, Vec::len)) {
                    self.check(rule, value, &format!("{at}/{i}"), errors);
                }
                true
            }
            "required" => {
                let names = rule.as_array().expect("a list").iter();
                let mut names = names.map(|name| name.as_str().expect("a name"));
                let object = value.as_object();
                object.is_none_or(|object| names.all(|name| object.contains_key(name)))
            }
            "properties" => {
                for (name, schema) in rule.as_object().expect("an object") {
                    if let Some(value) = value.get(name) {
                        self.check(schema, value, &format!("{at}/{name}"), errors);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let others = value.as_object().into_iter().flatten();
                let mut others =
                    others.filter(|(name, _)| !known.is_some_and(|k| k.contains_key(*name)));
                if rule == false {
                    return others.next().is_none();
                }
                for (name, value) in others {
                    self.check(rule, value, &format!("{at}/{name}"), errors);
                }
                true
            }
            other => panic!("the check does not know the keyword {other}"),
        }
    }
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type is a string") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        other => panic!("no such type: {other}"),
    }
}

#[test]
fn each_keyword_refuses_what_breaks_it() {
    let schema = Schema::new(
        r##"{
            "type": "object", "required": ["a"], "additionalProperties": false,
            "properties": {
                "a": { "type": "integer", "minimum": 1 },
                "b": { "$ref": "#/$defs/pair" },
                "c": { "enum": ["x", null] },
                "d": { "const": true },
                "e": { "type": "string", "minLength": 2, "pattern": "^[a-z]+$" },
                "f": { "anyOf": [{ "type": "string" }, { "type": ["boolean", "null"] }] },
                "g": { "type": "object", "additionalProperties": { "type": "string" } }
            },
            "$defs": {
                "pair": {
                    "type": "array", "minItems": 2, "maxItems": 3,
                    "prefixItems": [{ "type": "string" }], "items": { "type": "number" }
                }
            }
        }"##,
    );
    let errors = |text: &str| schema.errors(&serde_json::from_str(text).unwrap()).len();
    for good in [
        r#"{"a": 1}"#,
        r#"{"a": 2, "b": ["x", 1.5], "c": null, "d": true, "e": "ab", "f": false, "g": {"k": "v"}}"#,
    ] {
        assert_eq!(errors(good), 0, "{good}");
    }
    for bad in [
        "[]",
        "{}",
        r#"{"a": 0}"#,
        r#"{"a": 1.5}"#,
        r#"{"a": "1"}"#,
        r#"{"a": 1, "z": 1}"#,
        r#"{"a": 1, "b": ["x"]}"#,
        r#"{"a": 1, "b": ["x", 1, 2, 3]}"#,
        r#"{"a": 1, "b": [1, 1]}"#,
        r#"{"a": 1, "b": ["x", "y"]}"#,
        r#"{"a": 1, "c": "y"}"#,
        r#"{"a": 1, "d": false}"#,
        r#"{"a": 1, "e": "a"}"#,
        r#"{"a": 1, "e": "aB"}"#,
        r#"{"a": 1, "f": 1}"#,
        r#"{"a": 1, "g": {"k": 1}}"#,
    ] {
        assert_eq!(errors(bad), 1, "{bad}");
    }
}
