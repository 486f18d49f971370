/// Tools of MCP servers, called by the official SDK's client. The SDK is loaded with the first call: nothing but
/// [SdkLink] and [ProcessTransport] knows it.
@NullMarked
package dev.waybill.agents.mcp;

import org.jspecify.annotations.NullMarked;
