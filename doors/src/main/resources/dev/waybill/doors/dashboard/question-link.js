// @ts-check
// One question, for somebody who has a link and no account: the signed token in the address is all it takes.
import {html, render} from 'lit-html';
import {answeredLine, tooLate} from './answered.js';
import {get, post} from './api.js';
import {notice} from './notice.js';
import {questionForm} from './question.js';
import {until} from './words.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'A question · Waybill';
  const path = `/v1/interrupts/${encodeURIComponent(place.path[0] ?? '')}`;
  const said = (/** @type {unknown} */ what) => render(html`<section class="card narrow"><h1>A question</h1>${what}</section>`, root);
  const problem = (/** @type {unknown} */ refused) => {
    const late = tooLate(refused);
    said(late ? answeredLine(undefined, late) : html`<p role="alert">This link does not work. Perhaps a part of it is missing; ask whoever sent it for another one.</p><p class="quiet small">${/** @type {Error} */ (refused).message}</p>`);
  };

  async function answer(/** @type {unknown} */ resumeValue, /** @type {string | undefined} */ by) {
    try {
      await post(path, by ? {resumeValue, decidedBy: by} : {resumeValue});
      said(html`<p class="asked" role="status">Thank you. Your answer is recorded, and signed for.</p><p class="quiet">You can close this page.</p>`);
    } catch (refused) {
      if (tooLate(refused)) problem(refused);
      else notice(/** @type {Error} */ (refused).message);
    }
  }

  try {
    const asked = await get(path);
    const interrupt = asked.interrupt ?? asked;
    render(
      html`<section class="card ask narrow"><h1>You are asked</h1>
        ${questionForm(interrupt, (value, by) => void answer(value, by), true)}
        ${asked.expiresAt ? html`<p class="quiet small">This link holds for one answer. It is ${until(asked.expiresAt)}.</p>` : ''}
      </section>`,
      root,
    );
  } catch (refused) {
    problem(refused);
  }
}
