// @ts-check
// A dialog that is there while it is open, and the question that stands before everything irreversible.
import {html, render} from 'lit-html';

export function dialog() {
  const box = document.createElement('dialog');
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  return box;
}

/** @param {string} title @param {string} text @param {string} yes @param {() => void} then */
export function sure(title, text, yes, then) {
  const box = dialog();
  render(
    html`<h2>${title}</h2><p>${text}</p>
      <div class="pair">
        <button class="danger" @click=${() => {
          box.close();
          then();
        }}>${yes}</button>
        <button autofocus @click=${() => box.close()}>Leave it</button>
      </div>`,
    box,
  );
  box.showModal();
}
