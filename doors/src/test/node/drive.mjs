// Drives a server with the TypeScript SDK and prints what it saw as one JSON object.
// Usage: node drive.mjs stdio COMMAND ARGUMENT… | node drive.mjs http URL [API-KEY]
import { connect } from "./client.mjs";

const { client, errors } = await connect("typescript-driver", ...process.argv.slice(2));
const seen = { errors };
seen.server = client.getServerVersion();
seen.instructions = client.getInstructions();
seen.capabilities = client.getServerCapabilities();

seen.tools = (await client.listTools()).tools;
const call = (name, args, meta) => client.callTool({ name, arguments: args, _meta: meta });

seen.list = await call("workflow_list", {});
seen.inspect = await call("workflow_inspect", { workflowId: "two-steps" });
seen.start = await call("workflow_start", { workflowId: "two-steps", context: { ticketId: "AUTH-1234" } }, { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" });
const first = seen.start.structuredContent;
seen.blocked = await call("workflow_advance", { stateToken: first.stateToken, ackToken: first.ackToken });
seen.advance = await call("workflow_advance", { stateToken: first.stateToken, ackToken: first.ackToken, output: { notesMarkdown: "done" } });
const second = seen.advance.structuredContent;
seen.end = await call("workflow_advance", { stateToken: second.stateToken, ackToken: second.ackToken, output: { kind: "x", n: 1 } });
seen.refused = await call("workflow_advance", { stateToken: "st.v1.nonsense", ackToken: "ack.v1.nonsense" });
seen.unknownField = await call("workflow_list", { filter: "x" });
seen.wrongType = await call("workflow_inspect", { workflowId: 7 });
seen.unknownTool = await call("workflow_dance", {}).catch((error) => String(error));

// A slow call, which ends when another one says so, does not hold up a ping.
let slowDone = false;
const slow = call("workflow_start", { workflowId: "two-steps", context: { waits: true } }).then(() => (slowDone = true));
await client.ping();
seen.pingBeforeSlowCall = !slowDone;
await call("workflow_start", { workflowId: "two-steps", context: { releases: true } });
await slow;

await client.close();
console.log(JSON.stringify(seen));
