package dev.waybill.agents.tool;

import java.util.List;

/// A place that tools come from: an MCP server, an OpenAPI document, a jar, the host's own workflows.
///
/// Sources are asked by name and called through the one desk of tools, which authorises, bounds and records each call.
/// A source does none of that, and it is never asked for a tool that the agent may not call.
public interface ToolSource {

    /// The name that the scope of its tools ends with, such as the name of an MCP server; unique among the sources.
    String name();

    /// What it offers now. It may block, and fail with a message that a person can act on.
    List<ToolDescriptor> tools() throws Exception;

    /// Calls one of its tools. It may block, and is interrupted when nobody waits for the answer any more.
    ///
    /// @param call its [ToolCall#tool()] is one of [#tools()]
    /// @return what the tool gave, or why it gave nothing; both are shown to the model
    ToolAnswer call(ToolCall call) throws Exception;
}
