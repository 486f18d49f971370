// An EventSource that is not ours: it reads a run up to an event, goes away, and comes back where it was.
import { EventSource } from "eventsource";

const [url, key, until, last] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
if (last !== undefined) {
  headers["Last-Event-ID"] = last;
}
const source = new EventSource(url, { fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }) });
const seen = [];
const types = ["run.started", "node.started", "node.suspended", "node.resumed", "node.completed", "run.completed",
  "interrupt.requested", "interrupt.resolved", "approval.requested", "approval.received", "variable.changed"];
for (const type of types) {
  source.addEventListener(type, event => {
    seen.push(Number(event.lastEventId));
    if (JSON.parse(event.data).type !== type) {
      throw new Error(event.data);
    }
    if (type === until) {
      source.close();
      console.log(JSON.stringify({ seen }));
    }
  });
}
setTimeout(() => process.exit(3), 30000).unref();
