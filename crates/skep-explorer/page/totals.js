// The numbers of a check, and the places of findings. The program of the npm package uses this module too.

export const place = ({ path, entry }, { line, column }) =>
  [entry ? `${path}!${entry}` : path, line, column].filter((part) => part !== null).join(":");

export const nothing = () => ({ games: 0, valid: 0, empty: 0, bad: 0, faults: 0, skipped: 0 });

// Adds the report of a file. A game that lacks the facts to check it counts as valid.
export function addTo(total, { games, statuses, faults, skipped }) {
  const { ok, unverifiable, empty } = statuses;
  total.games += games;
  total.valid += ok + unverifiable;
  total.empty += empty;
  total.bad += games - ok - unverifiable - empty;
  total.faults += faults;
  total.skipped += skipped;
}
