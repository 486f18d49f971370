// @ts-check
// The runs of this tenant as they change: one stream for a page. While nobody looks at the page it is closed, and goes
// on behind the last mark when somebody does; a browser keeps only a handful of connections to one host.

/**
 * @typedef {{runId: string, workflowId: string, status: string, events: number, startedAt: string, updatedAt: string,
 *   currentNodeId?: string, parentRunId?: string, goalMet?: boolean, session?: string, pruned?: boolean,
 *   forkedFrom?: {mode: string}, lastEvent?: {type: string, nodeId?: string},
 *   children?: {all: number, open: number}, siblings?: {all: number, open: number}}} RunRow
 * @param {{runs: (rows: RunRow[]) => void, reset: () => void, broken?: (is: boolean) => void}} hears
 * @returns {{opened: Promise<void>, close: () => void}} `opened`: from then on nothing is missed, so now is the time to list
 */
export function followRuns(hears) {
  let mark = '';
  let closed = false;
  /** @type {EventSource | null} */
  let source = null;
  /** @type {() => void} */
  let first = () => {};
  const opened = new Promise((/** @type {(value: void) => void} */ done) => (first = done));

  function open() {
    if (closed || source || document.hidden) return;
    const stream = new EventSource(`/v1/host/waybill/run-changes${mark ? `?since=${encodeURIComponent(mark)}` : ''}`);
    source = stream;
    const on = (/** @type {string} */ name, /** @type {(data: any) => void} */ then) =>
      stream.addEventListener(name, (event) => {
        const message = /** @type {MessageEvent} */ (event);
        mark = message.lastEventId || mark;
        then(message.data ? JSON.parse(message.data) : {});
      });
    on('mark', () => {
      first();
      hears.broken?.(false);
    });
    on('runs', (data) => hears.runs(data.runs));
    on('reset', () => hears.reset());
    on('bye', () => {});
    stream.addEventListener('error', () => {
      // A page without its stream still shows what is there now.
      first();
      hears.broken?.(true);
      if (stream.readyState === EventSource.CLOSED) {
        source = null;
        window.setTimeout(open, 3000);
      }
    });
  }

  function look() {
    if (!document.hidden) open();
    else {
      source?.close();
      source = null;
    }
  }

  document.addEventListener('visibilitychange', look);
  if (document.hidden) first();
  open();
  return {
    opened,
    close() {
      closed = true;
      source?.close();
      document.removeEventListener('visibilitychange', look);
    },
  };
}
