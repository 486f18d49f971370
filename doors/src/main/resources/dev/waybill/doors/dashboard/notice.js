// @ts-check
// One line at the foot of the page that says what just happened, also to a screen reader.
const place = /** @type {HTMLElement} */ (document.getElementById('notice'));
let timer = 0;

/** @param {string} text */
export function notice(text) {
  place.textContent = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => (place.textContent = ''), 8000);
}
