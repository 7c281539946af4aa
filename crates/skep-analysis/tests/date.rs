//! Dates as records and filters write them.

use skep_records::record::{Date, ParseDateError};

#[test]
fn dates_are_read_as_far_as_they_are_known() {
    for (tag, date) in [
        ("2024.04.02", "2024-04-02"),
        ("2024-4-2", "2024-04-02"),
        ("2024.04.??", "2024-04"),
        ("2024.??.??", "2024"),
        ("2024.??.02", "2024"),
        ("2024", "2024"),
        ("2024/02/29", "2024-02-29"),
        ("2024-04-02T18:57:00Z", "2024-04-02"),
        ("30-Jan-2024_16:10:56", "2024-01-30"),
        ("30-OCT-2024", "2024-10-30"),
        ("05.03.2024", "2024-03-05"),
        ("5.3.2024 18:57", "2024-03-05"),
        ("3.25.2024", "2024-03-25"),
        ("25/03/2024", "2024-03-25"),
        ("3/25/2024", "2024-03-25"),
        ("05-05-2024", "2024-05-05"),
        (" 2024.04.02 ", "2024-04-02"),
    ] {
        assert_eq!(
            Date::of_tag(tag).map(|d| d.to_string()).as_deref(),
            Some(date),
            "{tag}"
        );
    }
    for tag in [
        "",
        "?",
        "????.??.??",
        "2023.02.29",
        "2024.13.01",
        "04/02/24",
        "04/02/2024",
        "04-02-2024",
        "31.02.2024",
        "32/32/2024",
        "2024.4.x",
        "x",
        "0000",
        "2024.04.02.1",
        "2024.",
        "1-é-2024",
        "été",
    ] {
        assert_eq!(Date::of_tag(tag), None, "{tag}");
    }
}

#[test]
fn a_written_date_is_read_back_and_is_within_its_bounds() {
    for text in ["2024", "2024-02", "2024-02-29", "0001-01-01"] {
        let date: Date = text.parse().unwrap();
        assert_eq!(date.to_string(), text);
        assert!(date.first_day() <= date.last_day());
    }
    let date = |text: &str| text.parse::<Date>().unwrap();
    assert_eq!(date("2024-02").last_day(), date("2024-02-29").first_day());
    assert_eq!(date("2023").first_day(), date("2023-01-01").last_day());
    assert!(date("2023").last_day() < date("2024").first_day());
    for bad in [
        "24",
        "2024-2",
        "2024-02-30",
        "2024-00",
        "2024-01-01-01",
        "2024-",
        "2024.02",
    ] {
        assert_eq!(bad.parse::<Date>(), Err(ParseDateError), "{bad}");
    }
}

#[test]
fn days_are_counted_from_1970() {
    let days = |text: &str| text.parse::<Date>().unwrap().days_from_1970();
    assert_eq!(days("1970-01-01"), Some(0));
    assert_eq!(days("1969-12-31"), Some(-1));
    assert_eq!(days("2000-02-29"), Some(11_016));
    assert_eq!(days("2024-03-09"), Some(19_791));
    assert_eq!(days("2024-03"), None);
}
