// @ts-check
// Going to another address of the dashboard without loading it anew. Pages ask for it; the frame in main.js hears.
/** @param {string} address */
export function go(address) {
  history.pushState(null, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
  document.getElementById('page')?.focus({preventScroll: true});
}
