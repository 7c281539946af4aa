// Words for people: bugs, turns, endings, dates and times.

const SIDE = { w: "White", b: "Black" };
// Where a piece is that is named beside a reference, on a board that is not turned.
const WHERE = {
  "-x": "west of",
  "\\x": "north-west of",
  "/x": "south-west of",
  "x-": "east of",
  "x/": "north-east of",
  "x\\": "south-east of",
};

// The names of the bugs by their letters.
let bugs = new Map();
export const knowBugs = (all) => (bugs = new Map(all.map(({ code, name }) => [code, name])));

// The name of a piece such as `wA1`.
export function pieceName(piece) {
  const found = /^([wb])([A-Z][a-z]?)(\d*)$/.exec(piece);
  const name = found && bugs.get(found[2]);
  if (!name) return piece;
  return [SIDE[found[1]], name, found[3]].filter(Boolean).join(" ");
}

// The piece of a turn: the first one that it names.
export const pieceOf = (turn) => /^[wb][A-Z][a-z]?\d*/.exec(turn)?.[0] ?? null;

// A turn in words: "White ant 1, west of Black queen". Turns with several parts stay as they are.
export function turnName(turn) {
  const found = /^([wb]\w+)(?: ([-/\\]?)([wb]\w+)([-/\\]?))?$/.exec(turn);
  if (!found) return turn;
  const [, piece, before, reference, after] = found;
  if (!reference) return pieceName(piece);
  const where = before ? WHERE[`${before}x`] : after ? WHERE[`x${after}`] : "on";
  return `${pieceName(piece)}, ${where} ${pieceName(reference)}`;
}

// Who moves after a number of turns of a variant or a state.
export function sideAfter(variant, plies) {
  const start = /^[^/;]+\/([wb])\d/.exec(variant) ?? /,\s*([wb])[0-5]?m?\s*$/i.exec(variant);
  const isBlack = start?.[1].toLowerCase() === "b";
  return (plies % 2 === 1) !== isBlack ? "black" : "white";
}

const BY = {
  resignation: "by resignation",
  time: "on time",
  adjudication: "by adjudication",
  agreement: "by agreement",
  repetition: "by repetition",
};
const WON = { WhiteWins: "White wins", BlackWins: "Black wins", Draw: "Draw" };

// How a game ended: "Black wins on time".
export function ending({ result, termination }) {
  const how = BY[termination];
  if (WON[result]) return how ? `${WON[result]} ${how}` : WON[result];
  return how ? `ended ${how}` : null;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

// A date such as `2024.05.01`, also without its day or month: "1 May 2024". Other texts stay as they are.
export function dateName(text) {
  const found = /^(\d{4})[.-](\d\d|\?\?)(?:[.-](\d\d|\?\?))?$/.exec(text ?? "") ?? /^(\d{4})$/.exec(text ?? "");
  if (!found) return text;
  const [, year, month, day] = found;
  const name = MONTHS[Number(month) - 1];
  if (!name) return year;
  return Number(day) ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}

const SHORT = { September: "Sept" };
// Words between those of a search: "Ann against Bob in March 2024".
const BETWEEN = ["against", "in", "v", "vs", "vs.", "-", "–", "—"];

// The words of a search. A text in quotes is one word, and so is a month with its year: 2024-03.
export function searchWords(text) {
  const dated = text.replace(/(^|\s)([a-z]{3,9})\.?\s+((?:1[5-9]|20)\d\d)(?=\s|$)/gi, (all, before, name, year) => {
    const month = MONTHS.findIndex((one) => [one, one.slice(0, 3), SHORT[one]].includes(`${name[0].toUpperCase()}${name.slice(1).toLowerCase()}`));
    return month < 0 ? all : `${before}${year}-${String(month + 1).padStart(2, "0")}`;
  });
  const words = dated.match(/"[^"]*"|\S+/g) ?? [];
  const rest = words.filter((word) => !BETWEEN.includes(word.toLowerCase()));
  return rest.map((word) => word.replace(/^"|"$/g, "")).filter(Boolean);
}

function duration(seconds) {
  const parts = [
    [Math.floor(seconds / 86400), seconds >= 172800 ? "days" : "day"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  return (
    parts
      .filter(([n]) => n)
      .map(([n, unit]) => `${n}\u00a0${unit}`)
      .join(" ") || "0\u00a0s"
  );
}

// A time control such as `1800+10`, in seconds: "30 min + 10 s". Other texts stay as they are.
export function timeControlName(text) {
  const found = /^(\d{1,7})(?:\+(\d{1,5}))?$/.exec(text ?? "");
  if (/^(none|-|\?)$/i.test(text ?? "")) return null;
  if (!found) return text;
  const [, base, added] = found;
  return Number(added) ? `${duration(Number(base))} + ${duration(Number(added))}` : duration(Number(base));
}

// Milliseconds as a clock.
export function clock(used) {
  const seconds = Math.round(used / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

// The signs of glyphs that do not judge the turn, by their numbers in PGN. Where each side has a number, both have the sign.
const SIGNS = {
  $7: "□", $8: "□", $10: "=", $11: "=", $12: "=", $13: "∞", $14: "⩲", $15: "⩱", $16: "±", $17: "∓", $18: "+−", $19: "−+",
  $22: "⨀", $23: "⨀", $32: "⟳", $33: "⟳", $36: "↑", $37: "↑", $40: "→", $41: "→", $44: "=∞", $45: "=∞", $132: "⇆",
  $133: "⇆", $138: "⊕", $139: "⊕", $140: "∆", $146: "N",
};

export const signOf = (glyph) => SIGNS[glyph] ?? glyph;
