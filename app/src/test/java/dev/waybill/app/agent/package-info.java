/// Agents, ours and others', that drive the real program over MCP, and what must be true however it dies.
@NullMarked
package dev.waybill.app.agent;

import org.jspecify.annotations.NullMarked;
