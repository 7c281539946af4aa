// Menus: what opens closes with Escape, with a press beside it, and when the focus leaves.

import { at } from "./dom.js";

export function createMenus() {
  /** @type {any[]} */
  const menus = [...document.querySelectorAll("details.menu")];
  /** @type {any} */
  const header = document.querySelector(".top");

  function show(isOpen) {
    header.classList.toggle("open", isOpen);
    at("menu").setAttribute("aria-expanded", String(isOpen));
  }

  at("menu").addEventListener("click", () => show(!header.classList.contains("open")));
  for (const menu of menus) {
    const summary = menu.querySelector("summary");
    menu.addEventListener("toggle", () => summary.setAttribute("aria-expanded", String(menu.open)));
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
    // A command closes its menu; a switch stays for the next one.
    menu.addEventListener("click", (event) => {
      const pressed = event.target.closest("div button, div a");
      if (pressed && !pressed.hasAttribute("aria-pressed") && !/^(rotate|zoom)/.test(pressed.id)) menu.open = false;
    });
  }
  addEventListener("pointerdown", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
    if (!header.contains(event.target)) show(false);
  });
  // A dialog or another view takes the place of the menu.
  header.addEventListener("click", (event) => {
    if (event.target.closest(".tools button:not(.icon)")) show(false);
  });

  return {
    // Returns whether something was open.
    close() {
      const was = header.classList.contains("open") || menus.some(({ open }) => open);
      for (const menu of menus.filter(({ open }) => open)) {
        menu.open = false;
        menu.querySelector("summary").focus({ preventScroll: true });
      }
      show(false);
      return was;
    },
    show: () => show(true),
  };
}
