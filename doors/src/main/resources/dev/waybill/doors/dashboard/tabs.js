// @ts-check
// Views of one page, of which one is seen. The Tab key comes to the one that is chosen, the arrow keys choose another.
import {html} from 'lit-html';

/**
 * @param {string} label
 * @param {string[][]} all names and titles
 * @param {string} current
 * @param {{chosen: (name: string) => void, panel: (name: string) => string}} page `panel`: the id of what a tab shows
 */
export const tabs = (label, all, current, {chosen, panel}) => html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${turn}>
  ${all.map(([name, title]) => html`<button role="tab" id="tab-${name}" aria-selected=${name === current} aria-controls=${panel(name)} tabindex=${name === current ? 0 : -1} @click=${() => chosen(name)}>${title}</button>`)}
</div>`;

/** @param {KeyboardEvent} event */
function turn(event) {
  const here = event.target instanceof Element ? event.target.closest('[role=tab]') : null;
  const there = event.key === 'ArrowRight' ? here?.nextElementSibling : event.key === 'ArrowLeft' ? here?.previousElementSibling : null;
  if (!(there instanceof HTMLElement)) return;
  event.preventDefault();
  there.click();
  there.focus();
}
