// The colours of the page: those of the system, light or dark. The page names its own in `data-theme`.

import { at, write } from "./dom.js";

const THEMES = { auto: ["◐", "System colours"], light: ["☀", "Light colours"], dark: ["☾", "Dark colours"] };

function dress(theme) {
  document.documentElement.dataset.theme = theme;
  const [sign, text] = THEMES[theme];
  write(at("theme"), sign);
  at("theme").setAttribute("aria-label", text);
  at("theme").dataset.tip = text;
}

export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function remembered() {
  const { theme } = document.documentElement.dataset;
  try {
    const chosen = localStorage.getItem("skep-theme");
    return THEMES[chosen] ? chosen : theme;
  } catch {
    return theme;
  }
}

export function createTheme() {
  dress(remembered());
  at("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
    dress(next);
    try {
      localStorage.setItem("skep-theme", next);
    } catch {
      // A page without storage forgets the colours.
    }
  });
}
