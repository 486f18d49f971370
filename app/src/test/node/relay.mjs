// Lends the TypeScript SDK to a test: each line of standard input is a call, each line of standard output its result.
// Usage: node relay.mjs stdio COMMAND ARGUMENT… | node relay.mjs http URL [API-KEY]
// A line: {"list": true} or {"name": TOOL, "arguments": {…}}. What the SDK does not accept comes back as {"refused": …}.
import { createInterface } from "node:readline";
import { connect } from "./client.mjs";

const { client, errors } = await connect("typescript-agent", ...process.argv.slice(2));

async function answer(line) {
  const { list, ...call } = JSON.parse(line);
  try {
    const result = list ? await client.listTools() : await client.callTool(call);
    return errors.length ? { refused: errors.join("; ") } : result;
  } catch (error) {
    return { refused: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(line)));
}
await client.close();
