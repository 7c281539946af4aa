// The keys of the page.

const FIELDS = "input, select, textarea";

// Leaves a field as it was before the focus. The browser itself clears a search.
function leave(field, before) {
  if (field.type !== "search" && !field.readOnly && field.value !== before) {
    field.value = before;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.blur();
}

// Acts on the keys that `actions` names. An action that does not apply returns false, and the key keeps its meaning.
export function createKeys(actions) {
  let before = "";
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(FIELDS)) before = /** @type {any} */ (target).value;
  });
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("dialog")) return;
    if (on.closest(FIELDS)) {
      if (event.key === "Escape") leave(on, before);
      return;
    }
    const act = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const presses = [" ", "Enter"].includes(event.key) && on.closest("button, summary, a, [role=button]");
    if (!act || presses || act() === false) return;
    event.preventDefault();
  });
}
