// @ts-check
// A list of any length in a window: only the rows that can be seen exist. All rows are equally high, and the space of
// the others is held by two empty drawings, whose heights are attributes and so need no style.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';

export const HEIGHT = 30;
const BEYOND = 12;

/**
 * @template T
 * @param {HTMLElement} root
 * @param {{count: () => number, at: (index: number) => T, key: (item: T) => string, row: (item: T, index: number) => unknown, empty: unknown, height?: () => number, head?: unknown, seen?: (end: number) => void}} list
 */
export function rowWindow(root, list) {
  let asked = false;
  const draw = () => {
    asked = false;
    const count = list.count();
    const height = list.height?.() ?? HEIGHT;
    const first = Math.max(0, Math.floor(root.scrollTop / height) - BEYOND);
    const end = Math.min(count, Math.ceil((root.scrollTop + root.clientHeight) / height) + BEYOND);
    const seen = Array.from({length: Math.max(0, end - first)}, (_, i) => first + i);
    render(
      count === 0
        ? html`<p class="empty">${list.empty}</p>`
        : html`
            ${list.head ?? ''}
            <svg height=${first * height} aria-hidden="true"></svg>
            ${repeat(seen, (index) => list.key(list.at(index)), (index) => list.row(list.at(index), index))}
            <svg height=${(count - end) * height} aria-hidden="true"></svg>
          `,
      root,
    );
    list.seen?.(end);
  };
  /** Draws with the next frame, however often it is called before. */
  const soon = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(draw);
    }
  };
  root.addEventListener('scroll', soon, {passive: true});
  const watch = new ResizeObserver(soon);
  watch.observe(root);
  return {soon, show: (/** @type {number} */ index) => root.scrollTo({top: Math.max(0, (index - 4) * (list.height?.() ?? HEIGHT))}), close: () => watch.disconnect()};
}
