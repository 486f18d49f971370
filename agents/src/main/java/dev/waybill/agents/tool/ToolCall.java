package dev.waybill.agents.tool;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.ActivityCall;

/// One call of a tool.
///
/// @param tool which one
/// @param arguments fit its schema
/// @param idempotencyKey the same for every repetition of this call after a crash: for systems that can use one
/// @param within the activity that calls: its deadline, its cancel, its frames
public record ToolCall(ToolDescriptor tool, JsonObject arguments, String idempotencyKey, ActivityCall within) {}
