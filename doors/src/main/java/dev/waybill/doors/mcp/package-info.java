/// The MCP door: guided workflows as tools, over stdio and streamable HTTP.
///
/// A server with tools needs four methods of the protocol, so they are written out here: a number arrives as it was
/// sent, an answer leaves as it was stored, and nothing is loaded before it is needed. The official SDKs drive it in
/// the tests.
@NullMarked
package dev.waybill.doors.mcp;

import org.jspecify.annotations.NullMarked;
