// A move that is seen and heard: the piece slides from its cell, and a short sound. Both are off until the user wants them.

import { at } from "./dom.js";
import { remember, remembered } from "./prefs.js";

// How long a move takes, in milliseconds, and its sound, in seconds.
const TIME = 220;
const SOUND = 0.06;

export function createMotion({ layer }) {
  const on = { animate: remembered("animate", false), sound: remembered("sound", false) };
  let audio = null;

  function draw() {
    for (const [name, is] of Object.entries(on)) at(name).setAttribute("aria-pressed", String(is));
  }
  for (const name of Object.keys(on))
    at(name).addEventListener("click", () => {
      on[name] = !on[name];
      remember(name, on[name]);
      draw();
    });
  draw();

  // The drawing of the highest piece on a cell.
  function pieceAt({ x, y }) {
    const near = (one) => Math.hypot(Number(one.getAttribute("x")) - x, Number(one.getAttribute("y")) - y) < 20;
    return [...layer.querySelectorAll("use")].filter(near).at(-1);
  }

  function slide({ from, to }) {
    if (!to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begin = from ? { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` } : { opacity: 0 };
    pieceAt(to)?.animate([begin, { transform: "none", opacity: 1 }], { duration: TIME, easing: "ease-out" });
  }

  function knock() {
    audio ??= new AudioContext();
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(320, audio.currentTime);
    tone.frequency.exponentialRampToValueAtTime(90, audio.currentTime + SOUND);
    loud.gain.setValueAtTime(0.25, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SOUND);
    tone.connect(loud).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + SOUND);
  }

  // Shows a move that led from one position to the next.
  return (move) => {
    if (!move) return;
    if (on.animate) slide(move);
    if (on.sound) knock();
  };
}
