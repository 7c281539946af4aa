// The keys of the page.

// Acts on the keys that `actions` names. An action that does not apply returns false, and the key keeps its meaning.
export function createKeys(actions) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("dialog")) return;
    if (on.closest("input, select, textarea")) {
      if (event.key === "Escape") on.blur();
      return;
    }
    const act = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const presses = [" ", "Enter"].includes(event.key) && on.closest("button, summary, a, [role=button]");
    if (!act || presses || act() === false) return;
    event.preventDefault();
  });
}
