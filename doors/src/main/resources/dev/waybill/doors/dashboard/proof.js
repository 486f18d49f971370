// @ts-check
// The proof of a run, or of a bundle that somebody drops here. The host that serves this page judges it; it is kept
// nowhere and sent nowhere else.
import {html, render} from 'lit-html';
import {call, get} from './api.js';
import {proofGraph} from './proof-graph.js';
import {verdict} from './verdict.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  const run = place.path[0];
  document.title = 'Proof · Waybill';
  /** @type {any} */
  let report = run ? await get(`/v1/host/waybill/runs/${encodeURIComponent(run)}/proof`) : null;
  let name = '';
  let problem = '';
  let over = false;
  /** @type {{close: () => void} | null} */
  let graph = null;

  async function judge(/** @type {File | undefined} */ file) {
    over = false;
    if (!file) return;
    name = file.name;
    problem = '';
    report = null;
    try {
      report = await (await call('/v1/host/waybill/proofs', {method: 'POST', body: file, headers: {'Content-Type': 'application/zip'}})).json();
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
    }
    draw();
  }

  function hover(/** @type {DragEvent} */ event, /** @type {boolean} */ is) {
    event.preventDefault();
    over = is;
    draw();
  }

  function draw() {
    render(
      html`
        <h1>${run ? html`Proof of <a class="mono" href="/ui/run/${run}">${run}</a>` : 'Verify a bundle'}</h1>
        ${run
          ? html`<p class="pair"><a class="button" href="/v1/runs/${run}/bundle" download>Download the bundle</a><span class="quiet"><code>waybill verify</code> says the same of it, offline.</span></p>`
          : html`<label class="card drop ${over ? 'over' : ''}" @dragover=${(/** @type {DragEvent} */ event) => hover(event, true)} @dragleave=${(/** @type {DragEvent} */ event) => hover(event, false)} @drop=${(/** @type {DragEvent} */ event) => {
              event.preventDefault();
              void judge(event.dataTransfer?.files[0]);
            }}>Drop a bundle here, or choose one
              <input type="file" @change=${(/** @type {Event} */ event) => judge(/** @type {HTMLInputElement} */ (event.target).files?.[0])}>
              <span class="quiet">It is judged by this host, kept nowhere and sent nowhere else.</span>
            </label>`}
        ${problem ? html`<p role="alert" class="card pin">${name}: ${problem}</p>` : ''}
        ${report ? html`${name ? html`<p class="quiet">${name}</p>` : ''}${verdict(report)}` : ''}
        ${report?.graph ? html`<h2>The receipts${report.graph.total > report.graph.steps.length ? html` <span class="quiet">the first ${report.graph.steps.length} of ${report.graph.total}</span>` : ''}</h2>` : ''}
        <div id="receipts" class="window fit" role="region" aria-label="Receipts" tabindex="0" ?hidden=${!report?.graph}></div>
      `,
      root,
    );
    graph?.close();
    graph = report?.graph ? proofGraph(/** @type {HTMLElement} */ (root.querySelector('#receipts')), report.graph) : null;
  }

  draw();
  return () => graph?.close();
}
