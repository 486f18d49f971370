// A client that was generated from the host's own OpenAPI document drives a run: create, stream, answer, fork, ancestry.
import createClient from "openapi-fetch";
import type { paths } from "./waybill-api.js";

const [baseUrl, key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

function must<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.error !== undefined || answer.data === undefined) {
    throw new Error(`${answer.response.status} ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

const created = must(
  await client.POST("/v1/runs", {
    body: { workflowId: "conformance-approval", inputs: {} },
    params: { header: { "Idempotency-Key": "generated-client" } },
  }),
);
const path = { runId: created.runId };

const stream = await client.GET("/v1/runs/{runId}/events", {
  params: { path, query: { streamMode: "debug" } },
  headers: { Accept: "text/event-stream" },
  parseAs: "stream",
});
const reader = must(stream as { data?: ReadableStream<Uint8Array>; error?: unknown; response: Response }).getReader();
let seen = "";
let forked = "";
for (let next = await reader.read(); !next.done; next = await reader.read()) {
  seen += new TextDecoder().decode(next.value);
  if (forked === "" && seen.includes("event: node.suspended")) {
    const run = must(await client.GET("/v1/runs/{runId}", { params: { path } }));
    const asked = run.interrupt as { nodeId: string };
    must(
      await client.POST("/v1/runs/{runId}/interrupts/{nodeId}", {
        params: { path: { ...path, nodeId: asked.nodeId } },
        body: { resumeValue: { action: "accept" } },
      }),
    );
    forked = "soon";
  }
}
const fork = must(await client.POST("/v1/runs/{runId}:fork", { params: { path }, body: { mode: "replay" } }));
const ancestry = must(await client.GET("/v1/runs/{runId}/ancestry", { params: { path } }));
const unknown = await client.GET("/v1/runs/{runId}", { params: { path: { runId: "nothing" } } });
console.log(
  JSON.stringify({
    runId: created.runId,
    ended: seen.includes("event: run.completed"),
    source: fork.sourceRunId,
    parent: ancestry.parent,
    refused: unknown.error?.error,
  }),
);
