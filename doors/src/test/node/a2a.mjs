// Drives an A2A agent with the JavaScript SDK: the card, a message, a stream, a question with its answer, a cancel.
import { A2AClient } from "@a2a-js/sdk/client";

const [url, key] = process.argv.slice(2);
const fetchImpl = (input, init = {}) =>
  fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${key}` } });
const say = (name, value) => console.log(JSON.stringify({ [name]: value }));
const message = (messageId, text, more = {}) => ({
  message: { kind: "message", role: "user", messageId, parts: text === null ? [] : [{ kind: "text", text }], ...more },
});

const client = async (skill) => A2AClient.fromCardUrl(`${url}/a2a/${skill}/.well-known/agent-card.json`, { fetchImpl });

const echo = await client("echo");
say("card", (await echo.getAgentCard()).name);
const sent = await echo.sendMessage(message("js-1", "hello"));
say("sent", sent.result.status.state);
say("got", (await echo.getTask({ id: sent.result.id })).result.artifacts[0].parts[0].data.outputs.n.said);
const kinds = [];
for await (const event of echo.sendMessageStream(message("js-2", "again"))) {
  kinds.push(event.kind + (event.status ? " " + event.status.state : ""));
}
say("streamed", kinds.at(-1));

const ask = await client("ask");
const asked = await ask.sendMessage(message("js-3", null));
say("asked", asked.result.status.state);
const answered = await ask.sendMessage(message("js-4", "blue", { taskId: asked.result.id }));
say("answered", answered.result.status.state);

const sign = await client("sign");
const waiting = await sign.sendMessage(message("js-5", null));
say("cancelled", (await sign.cancelTask({ id: waiting.result.id })).result.status.state);
say("refused", (await sign.cancelTask({ id: waiting.result.id })).error.code);
