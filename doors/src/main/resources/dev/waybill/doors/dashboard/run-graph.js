// @ts-check
// The steps of a run in lanes, as they happened.
import {html, svg} from 'lit-html';
import {dot, laneDrawing} from './lane-drawing.js';
import {rowWindow} from './rows.js';
import {kind, times} from './steps.js';
import {badge, duration, short} from './words.js';

const MOST = 14;

/** @typedef {import('./run-tree.js').Line} Line */

/** @param {Line} line */
export function lineKind(line) {
  if (line.kind === 'note' || line.level.grey) return 'off';
  if (line.row) return kind(line.row);
  const states = line.rows ? line.rows.map(kind) : [];
  for (const worst of ['bad', 'waits', 'runs']) if (states.includes(worst)) return worst;
  const status = line.child?.status ?? line.branch?.status ?? '';
  return /** @type {Record<string, string>} */ ({completed: 'good', failed: 'bad', cancelled: 'off'})[status] ?? (states.length ? 'good' : status.startsWith('waiting') || status === 'paused' ? 'waits' : 'runs');
}

/** @param {Line} line */
function drawing(line) {
  const {cell, level} = line;
  const beside = level.base > 0 && cell.from < 0 && line.kind !== 'step';
  return laneDrawing(cell, {width: line.width, most: MOST, ...level}, (spot) => svg`
    ${beside ? svg`<path class="lane dashed" d="M${spot.x - spot.step} ${spot.y}H${spot.x}" />` : ''}
    ${line.kind === 'note' ? '' : line.kind === 'step' ? dot(lineKind(line), spot) : svg`<rect class="dot ${lineKind(line)}" x=${spot.x - 5} y=${spot.y - 5} width="10" height="10" rx=${line.kind === 'branch' ? 0 : 3} />`}`);
}

/** @param {Line} line @param {number} now */
export function far(line, now) {
  if (line.row) {
    if (line.row.node === 'run') return '';
    if (line.row.ended) return duration(times(line.row, now).all);
    return line.row.state === 'waiting-input' ? 'waiting' : line.row.state;
  }
  if (line.rows) return counted(line.rows);
  return '';
}

/** @param {import('./steps.js').Row[]} rows */
function counted(rows) {
  const counts = new Map();
  for (const row of rows) counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state.replace('waiting-input', 'waiting')}`).join(', ');
}

/** What stands behind a line's name. @param {Line} line @param {string} words */
function remarks(line, words) {
  const row = line.row;
  if (row) {
    return html`${line.round && line.round > 1 ? html` <span class="tag">round ${line.round}</span>` : ''}${row.tries > 1 ? html` <span class="tag">${row.tries} attempts</span>` : ''}${row.children.length && !line.open ? html` <span class="quiet">${row.children.length === 1 ? '1 child run' : `${row.children.length} child runs`}</span>` : ''}${words ? html` <span class="says">${words}</span>` : ''}`;
  }
  if (line.rounds) return html` <span class="tag">${line.rounds} rounds</span>`;
  if (line.rows) return html` <span class="quiet">${line.rows.map((each) => each.title).join(', ')}</span>`;
  if (line.child) return html` ${badge(line.child.status)}${line.child.superseded ? html` <span class="quiet">${line.child.superseded}</span>` : ''}`;
  if (line.branch) return html` ${line.branch.status ? badge(line.branch.status) : ''}`;
  return '';
}

/**
 * @param {HTMLElement} root
 * @param {import('./run-tree.js').Tree} tree
 * @param {{chosen: (line: Line) => void, words: (key: string) => string}} page
 */
export function runGraph(root, tree, page) {
  let current = '';
  const name = (/** @type {Line} */ line) => `${line.run}/${line.kind}/${line.key}`;
  const rows = rowWindow(root, {
    count: () => tree.lines.length,
    at: (index) => tree.lines[index],
    key: name,
    row: (line, index, tab) => html`
      <div data-row=${index} class="line ${line.level.grey ? 'grey' : ''} ${lineKind(line) === 'bad' ? 'failed' : ''}">
        ${line.opens
          ? html`<button class="fold" tabindex="-1" aria-expanded=${line.open} aria-label="${line.open ? 'Fold' : 'Open'} ${line.title}" @click=${() => tree.toggle(line)}></button>`
          : html`<span class="fold"></span>`}
        <button class="row" tabindex=${tab} aria-current=${name(line) === current} @click=${() => choose(line)}>
          ${drawing(line)}
          <span class="name">${line.title}${remarks(line, line.row && line.run === tree.run ? page.words(line.row.key) : '')}</span>
          <span class="far">${far(line, Date.now())}</span>
        </button>
        ${line.fan && line.fan.count > 2 ? html`<button class="plain beside" tabindex=${tab} @click=${() => tree.fold(line)}>fold ${line.fan.count}</button>` : ''}
        ${line.child || line.branch ? html`<a class="mono beside" tabindex=${tab} href="/ui/run/${(line.child?.run ?? line.branch?.runId) || ''}">${short((line.child?.run ?? line.branch?.runId) || '')}</a>` : ''}
      </div>
    `,
    // Opens and folds, as in every tree.
    pressed(event, line) {
      if (!line.opens || event.key !== (line.open ? 'ArrowLeft' : 'ArrowRight')) return;
      event.preventDefault();
      tree.toggle(line);
    },
    empty: 'Nothing has happened yet.',
  });
  const choose = (/** @type {Line} */ line) => {
    current = name(line);
    rows.soon();
    page.chosen(line);
  };
  return {
    soon: rows.soon,
    choose: (/** @type {number} */ index) => {
      if (index < 0) return;
      rows.show(index);
      choose(tree.lines[index]);
    },
    close: rows.close,
  };
}
