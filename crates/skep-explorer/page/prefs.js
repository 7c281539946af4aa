// What the page remembers in the browser. Private windows may refuse to remember.

export function remembered(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`skep-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`skep-${name}`, JSON.stringify(value));
  } catch {
    // Then the page forgets it when it is closed.
  }
}
