// @ts-check
// One question, for somebody who has a link and no account: the signed token in the address is all it takes.
import {html, render} from 'lit-html';
import {get, post} from './api.js';
import {questionForm} from './question.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'A question · Waybill';
  const path = `/v1/interrupts/${encodeURIComponent(place.path[0] ?? '')}`;
  const said = (/** @type {string} */ text) => render(html`<section class="card narrow"><p role="status">${text}</p></section>`, root);

  try {
    const asked = await get(path);
    const interrupt = asked.interrupt ?? asked;
    render(html`<section class="card ask narrow"><h1>You are asked</h1>${questionForm(interrupt, answer, true)}</section>`, root);
  } catch (refused) {
    said(/** @type {Error} */ (refused).message);
  }

  async function answer(/** @type {unknown} */ resumeValue) {
    try {
      await post(path, {resumeValue});
      said('Thank you. Your answer is recorded, and signed for.');
    } catch (refused) {
      said(/** @type {Error} */ (refused).message);
    }
  }
}
