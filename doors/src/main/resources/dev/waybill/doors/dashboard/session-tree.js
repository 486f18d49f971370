// @ts-check
// The lineage of a session in lanes: a row for every step that was acknowledged, and one for the end of each branch.
import {html} from 'lit-html';
import {dot, laneDrawing} from './lane-drawing.js';
import {lanes} from './lanes.js';
import {rowWindow} from './rows.js';

const MOST = 8;
const DOTS = {start: 'off', done: 'good', pending: 'waits', end: 'good'};

/** @param {import('./lanes.js').Cell} cell @param {number} width @param {import('./session-live.js').Row} row */
const drawing = (cell, width, row) => laneDrawing(cell, {width, most: MOST}, (spot) => dot(row.standing === 'superseded' ? 'off' : DOTS[row.kind], spot, row.kind === 'start' ? 3 : 5));

/** @param {import('./session-live.js').Row} row */
export function rowTitle({kind, line}) {
  if (kind === 'start') return 'Started';
  if (kind === 'end') return 'Complete';
  return kind === 'pending' ? (line.pending?.title ?? '') : (line.title ?? line.step ?? '');
}

/** Rounds of a loop have one title; what stands in brackets behind the step tells them apart. @param {import('./session-live.js').Row} row */
function round({kind, line}) {
  const step = (kind === 'pending' ? line.pending?.step : kind === 'done' ? line.step : '') ?? '';
  return / (\(.+\))$/.exec(step)?.[1] ?? '';
}

/** @param {import('./session-live.js').Row} row @param {boolean} several whether there is more than one branch to tell apart */
function extra({kind, line, standing}, several) {
  const blocked = kind === 'pending' && line.blocked ? html`<span class="badge bad">${line.blocked} blocked</span>` : '';
  const mark = standing === 'passed' || !several ? '' : html`<span class="badge ${standing === 'preferred' ? 'good' : standing === 'open' ? 'waits' : 'off'}">${standing}</span>`;
  return html`${blocked}${mark}${kind === 'pending' || kind === 'end' ? '' : html`<time class="far" datetime=${line.at}>${new Date(line.at).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'})}</time>`}`;
}

/** The first letters of a hash: enough to tell two places apart, and to find one. @param {string} hash */
export const shortHash = (hash) => hash.replace('sha256:', '').slice(0, 8);

/**
 * @param {HTMLElement} root
 * @param {import('./session-live.js').SessionModel} model
 * @param {(row: import('./session-live.js').Row) => void} chosen
 */
export function sessionTree(root, model, chosen) {
  /** @type {ReturnType<typeof lanes>} */
  let laid = {cells: [], width: 1};
  let current = '';
  const rows = rowWindow(root, {
    count: () => model.rows.length,
    at: (index) => model.rows[index],
    key: (row) => row.key,
    row: (row, index, tab) => html`
      <button class="row place ${row.standing === 'superseded' ? 'left' : ''}" data-row=${index} tabindex=${tab} aria-current=${row.key === current} @click=${() => choose(row)}>
        ${drawing(laid.cells[index], laid.width, row)}
        <span class="name">${rowTitle(row)} <span class="quiet">${round(row)}</span></span>
        ${extra(row, model.branches > 1)}
        <span class="mono quiet hash">${shortHash(row.line.stateTokenHash)}</span>
      </button>
    `,
    moved: (row) => choose(row),
    empty: 'Nothing has happened yet.',
  });

  function choose(/** @type {import('./session-live.js').Row} */ row) {
    current = row.key;
    rows.soon();
    chosen(row);
  }

  return {
    grew() {
      laid = lanes(model.rows);
      rows.soon();
    },
    select(/** @type {number} */ index) {
      if (!model.rows[index]) return;
      choose(model.rows[index]);
      rows.show(index);
    },
    close: rows.close,
  };
}
