// @ts-check
import {html, render} from 'lit-html';
import {signIn} from './api.js';
import {go} from './go.js';

/** @param {HTMLElement} root @param {import('./main.js').Place} place */
export async function open(root, place) {
  document.title = 'Sign in · Waybill';
  let problem = '';

  async function submit(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    try {
      await signIn(String(new FormData(form).get('key') ?? '').trim());
      const to = place.query.get('to') ?? '';
      go(to.startsWith('/ui') ? to : '/ui/runs');
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      draw();
    }
  }

  function draw() {
    render(
      html`
        <form class="card narrow" @submit=${submit}>
          <h1>Sign in</h1>
          <label>API key
            <input name="key" type="password" required autocomplete="off" spellcheck="false" placeholder="wbk_…">
          </label>
          ${problem ? html`<p role="alert" class="bad">${problem}</p>` : ''}
          <p class="quiet"><code>waybill apikeys new</code> makes one. It is exchanged for a session and kept nowhere.</p>
          <button class="main">Sign in</button>
        </form>
      `,
      root,
    );
  }

  draw();
}
