// The TypeScript SDK, connected to a server: connect(NAME, "stdio", COMMAND, ARGUMENT…) or
// connect(NAME, "http", URL, [API-KEY]). It checks every structuredContent by the tool's output schema once the tools
// have been listed.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

function transport(kind, rest) {
  if (kind === "stdio") {
    return new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "inherit" });
  }
  const headers = rest[1] ? { Authorization: `Bearer ${rest[1]}` } : {};
  return new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit: { headers } });
}

export async function connect(name, kind, ...rest) {
  const client = new Client({ name, version: "1.2.3" });
  const errors = [];
  client.onerror = (error) => errors.push(String(error));
  await client.connect(transport(kind, rest));
  return { client, errors };
}
