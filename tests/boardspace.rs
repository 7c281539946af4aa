use skep::notation::read::boardspace::read;
use skep::record::Record;
#[test]
fn adhoc() {
    let mut n = 0;
    let mut plies = 0;
    let mut kinds = std::collections::BTreeMap::new();
    let mut codes = std::collections::BTreeMap::new();
    let mut record = Record::default();
    for f in std::fs::read_to_string("/tmp/sgfwork/list")
        .unwrap()
        .lines()
    {
        let text = std::fs::read_to_string(f).unwrap();
        record.clear();
        read(&text, &mut record);
        n += 1;
        plies += record.plies.len();
        *kinds
            .entry((record.stated.result, record.stated.termination))
            .or_insert(0) += 1;
        for d in &record.diagnostics {
            *codes.entry(d.code).or_insert(0) += 1;
            println!(
                "{f}: {} {} {:?}",
                d.code,
                d.message,
                d.span.unwrap().slice(&text)
            );
        }
        if record.stated.result == skep::record::StatedResult::Unknown
            && record.stated.text.is_some()
        {
            println!(
                "{f} {:?} {:?} {:?}",
                record.stated.text,
                record.tags.get("White"),
                record.tags.get("Black")
            );
        }
        if record.tags.get("Date").is_none() {
            println!("{f} no date")
        }
        if n == 3 {
            println!("{record:#?}");
        }
    }
    println!("{n} {plies} {kinds:?} {codes:?}");
}
