// @ts-check
// A list of any length in a window: only the rows that can be seen exist. All rows are equally high, and the space of
// the others is held by two empty drawings, whose heights are attributes and so need no style.
//
// Rows that can be chosen carry `data-row`. The Tab key comes to one of them and leaves the list from there, however
// long it is; the arrow keys, Home, End and the page keys go from row to row, also to those that are not drawn yet.
import {html, render} from 'lit-html';
import {repeat} from 'lit-html/directives/repeat.js';

export const HEIGHT = 30;
const BEYOND = 12;
const ABOVE = 4;

/**
 * @template T
 * @param {HTMLElement} root
 * @param {{count: () => number, at: (index: number) => T, key: (item: T) => string,
 *   row: (item: T, index: number, tab: number) => unknown, empty: unknown, height?: () => number, head?: unknown,
 *   seen?: (end: number) => void, moved?: (item: T) => void, pressed?: (event: KeyboardEvent, item: T) => void}} list
 *   `moved`: a key has gone to this row; `pressed`: any other key on it
 */
export function rowWindow(root, list) {
  let asked = false;
  /** The key of the row that the Tab key comes to. */
  let stop = '';
  const tall = () => list.height?.() ?? HEIGHT;

  const draw = () => {
    asked = false;
    const count = list.count();
    const height = tall();
    const first = Math.max(0, Math.min(count, Math.floor(root.scrollTop / height)) - BEYOND);
    const end = Math.min(count, Math.ceil((root.scrollTop + root.clientHeight) / height) + BEYOND);
    const seen = Array.from({length: Math.max(0, end - first)}, (_, i) => first + i);
    const tab = seen.find((index) => list.key(list.at(index)) === stop) ?? Math.min(count - 1, Math.ceil(root.scrollTop / height));
    render(
      count === 0
        ? html`<p class="empty">${list.empty}</p>`
        : html`
            ${list.head ?? ''}
            <svg height=${first * height} role="none"></svg>
            ${repeat(seen, (index) => list.key(list.at(index)), (index) => list.row(list.at(index), index, index === tab ? 0 : -1))}
            <svg height=${(count - end) * height} role="none"></svg>
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

  /** Brings a row into view, with some of what stands above it. @param {number} index @param {number} [above] */
  function show(index, above = ABOVE) {
    stop = list.key(list.at(index));
    // A window that has no rows yet cannot be scrolled.
    draw();
    const top = index * tall();
    if (top < root.scrollTop || top + tall() > root.scrollTop + root.clientHeight) root.scrollTop = Math.max(0, top - above * tall());
    draw();
  }

  /** @param {number} index @param {number} step */
  function move(index, step) {
    const to = Math.max(0, Math.min(list.count() - 1, index + step));
    show(to, step > 0 ? Math.max(0, Math.floor(root.clientHeight / tall()) - 1) : 0);
    const row = /** @type {HTMLElement | null} */ (root.querySelector(`[data-row="${to}"]`));
    (row?.querySelector('.row') instanceof HTMLElement ? /** @type {HTMLElement} */ (row.querySelector('.row')) : row)?.focus({preventScroll: true});
    list.moved?.(list.at(to));
  }

  const rowOf = (/** @type {Event} */ event) => {
    const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    return row instanceof HTMLElement ? Number(row.dataset.row) : -1;
  };

  function key(/** @type {KeyboardEvent} */ event) {
    const index = rowOf(event);
    if (index < 0 || index >= list.count() || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(root.clientHeight / tall()) - 1);
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity}[event.key];
    if (step === undefined) list.pressed?.(event, list.at(index));
    else {
      event.preventDefault();
      move(index, step);
    }
  }

  function focused(/** @type {FocusEvent} */ event) {
    const index = rowOf(event);
    if (index < 0 || index >= list.count()) return;
    stop = list.key(list.at(index));
    soon();
  }

  root.addEventListener('scroll', soon, {passive: true});
  root.addEventListener('keydown', key);
  root.addEventListener('focusin', focused);
  const watch = new ResizeObserver(soon);
  watch.observe(root);
  return {soon, show, close: () => watch.disconnect()};
}
