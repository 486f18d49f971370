// @ts-check
// How long each step took, on one scale: what it worked itself is full, what it waited for (a person, a timer, another
// try) is hatched, what it handed to a child run is pale. Places in the drawing are attributes, so it needs no styles.
import {html, render, svg} from 'lit-html';
import {far, lineKind} from './run-graph.js';
import {rowWindow} from './rows.js';
import {scale} from './run-scale.js';
import {times} from './steps.js';
import {duration} from './words.js';

const WIDE = 1000;
const TALL = 14;
/** What took no time is still to be seen. */
const THIN = 3;

/** @typedef {import('./run-tree.js').Line} Line */

/**
 * @param {HTMLElement} root with an element `.scale` and an element `.window`
 * @param {import('./run-tree.js').Tree} tree
 * @param {(line: Line) => void} chosen
 */
export function runTimeline(root, tree, chosen) {
  const ruler = /** @type {HTMLElement} */ (root.querySelector('.scale'));
  const legend = /** @type {HTMLElement} */ (root.querySelector('.legend'));
  const list = /** @type {HTMLElement} */ (root.querySelector('.window'));
  let from = 0;
  let to = 1;
  let timer = 0;
  let shortens = true;
  let drawn = scale([], 0, 1, false);

  const x = (/** @type {number} */ time) => drawn.x(time) * WIDE;

  const rows = rowWindow(list, {
    count: () => tree.lines.length,
    at: (index) => tree.lines[index],
    key: (line) => `${line.run}/${line.kind}/${line.key}`,
    row: (line, index, tab) => html`
      <button class="row bars ${line.level.grey ? 'grey' : ''}" data-row=${index} tabindex=${tab} @click=${() => chosen(line)} aria-label="${line.title}, ${spoken(line)}">
        <span class="name">${line.level.base ? html`<span class="quiet">${'· '.repeat(Math.min(4, line.level.base))}</span>` : ''}${line.title}${line.round && line.round > 1 ? html` <span class="tag">${line.round}</span>` : ''}</span>
        <svg class="track" viewBox="0 0 ${WIDE} ${TALL}" preserveAspectRatio="none" height=${TALL} aria-hidden="true">${bars(line)}</svg>
        <span class="far">${took(line)}</span>
      </button>
    `,
    empty: 'Nothing has happened yet.',
  });

  /** @param {Line} line */
  function bars(line) {
    const box = (/** @type {number} */ a, /** @type {number} */ b, /** @type {string} */ kind) => svg`<rect class=${kind} x=${Math.min(WIDE - THIN, x(a)).toFixed(2)} y="0" width=${Math.max(THIN, x(b) - x(a)).toFixed(2)} height=${TALL} />`;
    // What waits has its own colour; what is left of such a step was work.
    const color = `work ${lineKind(line).replace('waits', 'runs')}`;
    if (line.child) return box(line.child.from, line.child.to ?? to, color);
    const all = line.row ? [line.row] : (line.rows ?? []);
    return all.filter((row) => row.node !== 'run').map((row) => {
      const {from: began, to: ended} = times(row, to);
      return [box(began, ended, color), ...row.spans.map((span) => box(span.from, span.to ?? ended, span.why))];
    });
  }

  /** @param {Line} line */
  function took(line) {
    if (line.child) return duration((line.child.to ?? to) - line.child.from);
    const all = (line.row ? [line.row] : (line.rows ?? [])).filter((row) => row.node !== 'run').map((row) => times(row, to));
    return all.length ? duration(Math.max(...all.map((it) => it.to)) - Math.min(...all.map((it) => it.from))) : '';
  }

  /** @param {Line} line */
  function spoken(line) {
    if (!line.row || line.row.node === 'run') return String(far(line, to));
    const {all, worked} = times(line.row, to);
    return all === worked ? `${duration(all)} at work` : `${duration(all)} in all, ${duration(worked)} at work`;
  }

  function measure() {
    const own = tree.steps.rows;
    from = own.length ? Date.parse(own[0].began.timestamp) : 0;
    const last = own.length ? own[own.length - 1] : undefined;
    to = tree.steps.ended && last ? Date.parse(last.began.timestamp) : Math.max(Date.now(), from + 1);
    to = Math.max(to, from + 1);
    drawn = scale(own, from, to, shortens);
    const marks = drawn.left ? ['0', duration(to - from)] : [0, 0.25, 0.5, 0.75, 1].map((part) => (part ? duration((to - from) * part) : '0'));
    render(html`${marks.map((mark, index) => html`<span class="quiet ${index % 2 && marks.length > 2 ? 'hide-small' : ''}">${mark}</span>`)}`, ruler);
    const box = (/** @type {string} */ kind) => html`<svg width="14" height="14" class="track" aria-hidden="true"><rect class="work good" width="14" height="14" />${kind ? svg`<rect class=${kind} width="14" height="14" />` : ''}</svg>`;
    render(
      html`${box('')} at work ${box('elsewhere')} handed to a child run ${box('waits')} waiting
        <label><input type="checkbox" .checked=${shortens} @change=${(/** @type {Event} */ event) => {
          shortens = /** @type {HTMLInputElement} */ (event.target).checked;
          draw();
        }}>Shorten waits${drawn.left ? ` (${duration(drawn.left)} left out)` : ''}</label>`,
      legend,
    );
  }

  const draw = () => {
    if (root.hidden) return;
    measure();
    rows.soon();
  };
  return {
    soon: draw,
    /** While the run is at work, time passes also without events. @param {boolean} seen */
    shown(seen) {
      clearInterval(timer);
      if (seen) {
        draw();
        timer = window.setInterval(() => (tree.steps.ended ? clearInterval(timer) : draw()), 1000);
      }
    },
    close() {
      clearInterval(timer);
      rows.close();
    },
  };
}
