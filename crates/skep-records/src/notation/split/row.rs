//! Cells of CSV in quotes.

/// Other text after the second quote.
pub(in crate::notation) struct OtherText;

/// The length of a cell that begins with a quote, with both quotes. A doubled quote belongs to the cell.
pub(in crate::notation) fn closed(text: &[u8]) -> Option<Result<usize, OtherText>> {
    let mut at = 1;
    loop {
        at += memchr::memchr(b'"', text.get(at..)?)? + 1;
        if text.get(at) == Some(&b'"') {
            at += 1;
            continue;
        }
        let next = text[at..].iter().find(|&&b| b != b' ');
        let is_end = next.is_none_or(|b| b",;\t|\r\n]}".contains(b));
        return Some(if is_end { Ok(at) } else { Err(OtherText) });
    }
}
