// @ts-check
// The runs of this tenant as they change: one stream for a page, which goes on behind the last mark.
import {stream} from './stream.js';

/**
 * @typedef {{runId: string, workflowId: string, status: string, events: number, startedAt: string, updatedAt: string,
 *   currentNodeId?: string, parentRunId?: string, goalMet?: boolean, session?: string, pruned?: boolean,
 *   forkedFrom?: {mode: string, runId: string, sequence: number}, lastEvent?: {type: string, nodeId?: string},
 *   children?: {all: number, open: number}, siblings?: {all: number, open: number}}} RunRow
 * @param {{runs: (rows: RunRow[]) => void, reset: () => void, broken?: (is: boolean) => void}} hears
 * @returns {{opened: Promise<void>, close: () => void}} `opened`: from then on nothing is missed, so now is the time to list; a page that nobody has looked at yet waits for that
 */
export function followRuns(hears) {
  /** @type {() => void} */
  let first = () => {};
  const opened = new Promise((/** @type {(value: void) => void} */ done) => (first = done));
  const close = stream(
    (after) => `/v1/host/waybill/run-changes${after ? `?since=${encodeURIComponent(after)}` : ''}`,
    {mark: () => first(), runs: (data) => hears.runs(data.runs), reset: () => hears.reset()},
    (is) => {
      // A page without its stream still shows what is there now.
      if (is) first();
      hears.broken?.(is);
    },
  );
  return {opened, close};
}
