// @ts-check
// All runs of the tenant, newest first, live: a change comes once, over one stream, and changes one row. Filters live in
// the address, so that a view can be kept and sent. Only rows in sight exist; older ones are asked for when somebody
// scrolls to them.
import {html, render} from 'lit-html';
import {followRuns} from './changes.js';
import {RunList} from './run-list.js';
import {rowWindow} from './rows.js';
import {ago, badge, short, waitsFor} from './words.js';

const STATES = [
  ['', 'All'],
  ['pending,running,cancelling', 'Under way'],
  ['waiting-approval,waiting-input,waiting-external', 'Waiting for somebody'],
  ['paused', 'Paused'],
  ['failed', 'Failed'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
];
const TYPING = 250;
const MINUTE = 20_000;
const AHEAD = 30;
const small = window.matchMedia('(max-width: 46rem)');

const HEAD = html`<div class="cols head" role="row">
  <span role="columnheader">Workflow</span><span role="columnheader">State</span><span role="columnheader">Waits for</span>
  <span role="columnheader" class="hide-middle">Last event</span><span role="columnheader" class="hide-middle">Started</span>
  <span role="columnheader">Changed</span>
</div>`;

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Runs · Waybill';
  const filter = {status: place.query.get('status') ?? '', search: place.query.get('q') ?? ''};
  let list = new RunList(filter);
  let broken = false;
  let typing = 0;

  render(html`<h1>Runs</h1><div id="filters" class="bar"></div><div id="list" class="window runs" role="region" aria-label="Runs"></div>`, root);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`#${name}`));

  const view = rowWindow(part('list'), {
    count: () => list.items.length,
    at: (index) => list.items[index],
    key: (item) => `${item.child ? 'in ' : ''}${item.row.runId}`,
    row: line,
    height: () => (small.matches ? 64 : 44),
    head: HEAD,
    empty: html`<strong>No run is here.</strong>${filter.status || filter.search ? 'None matches these filters.' : html`<code>waybill run examples/release.json</code> starts one.`}`,
    seen(end) {
      // A table of rows that are not all here; a text that says there are none is no table.
      part('list').role = list.items.length ? 'table' : 'region';
      part('list').ariaRowCount = list.items.length ? String(list.done ? list.items.length + 1 : -1) : null;
      if (end > list.items.length - AHEAD) void more();
    },
  });

  const more = async () => {
    if (list.done || list.asking) return;
    await list.more();
    view.soon();
  };

  function line(/** @type {import('./run-list.js').Item} */ {row, child}, /** @type {number} */ index) {
    const children = child ? undefined : row.children;
    return html`<div class="cols item" role="row" aria-rowindex=${index + 2} data-run=${row.runId}>
      <span role="cell" class="title ${child ? 'child' : ''}">
        ${child ? html`<span class="unseen">child run</span>` : ''}
        ${children
          ? html`<button class="icon" aria-expanded=${list.opened.has(row.runId)} aria-label="${children.all} child runs of ${row.workflowId}" @click=${() => void list.toggle(row.runId).then(view.soon)}>${list.opened.has(row.runId) ? '▾' : '▸'}</button>`
          : html`<span class="gap"></span>`}
        <a href=${row.session ? `/ui/session/${encodeURIComponent(row.session)}` : `/ui/run/${row.runId}`}>${row.workflowId}</a>
        <span class="mono hide-small">${short(row.runId)}</span>
        ${row.session ? html`<span class="chip small">guided</span>` : ''}${row.forkedFrom ? html`<span class="chip small">${row.forkedFrom.mode}</span>` : ''}
      </span>
      <span role="cell">${badge(row.status, row.goalMet === false)}</span>
      <span role="cell" class="waits-for">${waitsFor(row)}</span>
      <span role="cell" class="quiet small hide-middle hide-small" title="${row.events} events">${row.pruned ? 'pruned' : row.lastEvent ? `${row.lastEvent.type}${row.lastEvent.nodeId ? ` · ${row.lastEvent.nodeId}` : ''}` : ''}</span>
      <span role="cell" class="quiet small hide-middle hide-small">${ago(row.startedAt)}</span>
      <span role="cell" class="quiet small when">${ago(row.updatedAt)}</span>
    </div>`;
  }

  function drawFilters() {
    render(
      html`
        <label>State<select @change=${(/** @type {Event} */ event) => choose({status: /** @type {HTMLSelectElement} */ (event.target).value})}>${states().map(([value, title]) => html`<option value=${value} ?selected=${value === filter.status}>${title}</option>`)}</select></label>
        <label class="grow">Search<input type="search" placeholder="workflow or run id" .value=${filter.search} @input=${(/** @type {Event} */ event) => {
          const search = /** @type {HTMLInputElement} */ (event.target).value.trim();
          clearTimeout(typing);
          typing = window.setTimeout(() => choose({search}), TYPING);
        }}></label>
        <span class="quiet small" role="status">${broken ? 'Reconnecting …' : ''}</span>
      `,
      part('filters'),
    );
  }

  /** A filter that was written into the address by hand stays there to be chosen. */
  const states = () => (STATES.some(([value]) => value === filter.status) ? STATES : [...STATES, [filter.status, filter.status]]);

  async function choose(/** @type {Partial<typeof filter>} */ chosen) {
    Object.assign(filter, chosen);
    const query = new URLSearchParams(Object.entries({status: filter.status, q: filter.search}).filter(([, it]) => it));
    history.replaceState(null, '', `/ui/runs${query.size ? `?${query}` : ''}`);
    await anew();
  }

  async function anew() {
    const next = new RunList(filter);
    await next.more();
    const kept = list;
    list = next;
    for (const run of kept.opened.keys()) if (list.roots.has(run)) await list.toggle(run);
    drawFilters();
    view.soon();
  }

  drawFilters();
  const stream = followRuns({
    runs(rows) {
      list.changed(rows);
      view.soon();
    },
    reset: () => void anew(),
    broken(is) {
      broken = is;
      drawFilters();
    },
  });
  await stream.opened;
  await more();
  view.soon();
  // Times grow old without anybody telling.
  const timer = window.setInterval(view.soon, MINUTE);
  return () => {
    clearInterval(timer);
    clearTimeout(typing);
    stream.close();
    view.close();
  };
}
