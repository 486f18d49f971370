/// The MCP door: guided workflows as tools, over stdio and streamable HTTP, on the official Java SDK.
///
/// The SDK negotiates and dispatches; reading, writing and threads are ours. So a number arrives as it was sent, an
/// answer leaves as it was stored, and nothing is loaded before it is needed.
@NullMarked
package dev.waybill.doors.mcp;

import org.jspecify.annotations.NullMarked;
