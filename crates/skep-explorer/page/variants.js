// The menu of variants, and what the page says about its games.

import { at, clean, count, counted, write } from "./dom.js";
import { EVERY } from "./list.js";
import { isState, nameOf } from "./route.js";

const FEW = 3;

let variants = [];
// The number of games.
export let all = 0;
export const first = () => variants[0];

// Shows what the server has.
export function about(found) {
  variants = [...found.variants].sort((a, b) => b.games - a.games);
  if (!variants.length) variants = [{ name: "Base+MLP", games: 0, here: 0 }];
  const options = [...variants.map(({ name, here, games }) => [`${name} (${count(here || games)})`, name]), [`All games (${count(found.games)})`, EVERY]];
  at("variant").replaceChildren(...options.map(([text, name]) => new Option(text, name)));
  all = found.games;
  const { sources } = found;
  const few = sources.length > FEW ? [...sources.slice(0, FEW), `${sources.length - FEW} more`] : sources;
  const parts = [
    `${counted(found.games, "game", "games")}${few.length ? ` from ${few.join(", ")}` : ""}`,
    `${found.name} ${found.version}`,
  ];
  write(at("about"), parts.join(" · "));
}

export function choose(name) {
  const select = at("variant");
  const label = isState(name) ? "a position" : clean(name);
  if (![...select.options].some((option) => option.value === name)) select.append(new Option(label, name));
  select.value = name;
}

// The server knows the variant of a state.
export function nameVariant(position) {
  const [option] = at("variant").selectedOptions;
  if (option && isState(option.value)) option.text = clean(nameOf(position));
}

// Whether no position has all games of the variant.
export const isScattered = (name) => variants.some((one) => one.name === name && one.games > 0 && one.here === 0);

// The variant that the page shows, also of a state.
export function variantName(position) {
  const name = at("variant").value;
  if (name === EVERY) return variants[0].name;
  return isState(name) && position ? position.variant : name;
}
