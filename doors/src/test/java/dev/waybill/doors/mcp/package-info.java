/// The MCP door, driven by clients that are not ours.
@NullMarked
package dev.waybill.doors.mcp;

import org.jspecify.annotations.NullMarked;
