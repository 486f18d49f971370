// @ts-check
// The proof of a run, or of a bundle that somebody drops here. The host that serves this page judges it; it is kept
// nowhere and sent nowhere else.
import {html, render} from 'lit-html';
import {call, get} from './api.js';
import {verdict} from './verdict.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  const run = place.path[0];
  document.title = 'Proof · Waybill';
  /** @type {any} */
  let report = run ? await get(`/v1/host/waybill/runs/${encodeURIComponent(run)}/proof`) : null;
  let name = '';
  let problem = '';

  async function judge(/** @type {File | undefined} */ file) {
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

  function draw() {
    render(
      html`
        <h1>${run ? html`Proof of <a class="mono" href="/ui/run/${run}">${run}</a>` : 'Verify a bundle'}</h1>
        ${run
          ? html`<p><a href="/v1/runs/${run}/bundle" download>Download the bundle</a> · <code>waybill verify</code> says the same of it, offline.</p>`
          : html`<label class="card drop" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${(/** @type {DragEvent} */ event) => {
              event.preventDefault();
              void judge(event.dataTransfer?.files[0]);
            }}>Drop a bundle here, or choose one
              <input type="file" @change=${(/** @type {Event} */ event) => judge(/** @type {HTMLInputElement} */ (event.target).files?.[0])}>
              <span class="quiet">It is judged by this host, kept nowhere and sent nowhere else.</span>
            </label>`}
        ${problem ? html`<p role="alert" class="bad">${name}: ${problem}</p>` : ''}
        ${report ? html`${name ? html`<p class="quiet">${name}</p>` : ''}${verdict(report)}` : ''}
      `,
      root,
    );
  }

  draw();
}
