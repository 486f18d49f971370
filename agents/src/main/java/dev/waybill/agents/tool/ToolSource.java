package dev.waybill.agents.tool;

import dev.waybill.engine.node.HandedOver;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A place that tools come from: an MCP server, an OpenAPI document, a jar, the host's own workflows.
///
/// Sources are asked by name and called through the one desk of tools, which authorises, bounds and records each call.
/// A source does none of that, and it is never asked for a tool that the agent may not call.
public interface ToolSource {

    /// The name that the scope of its tools ends with, such as the name of an MCP server; unique among the sources.
    String name();

    /// What it offers now. It may block, and fail with a message that a person can act on.
    List<ToolDescriptor> tools() throws Exception;

    /// Those of its tools that a list names. A source that would have to read much to tell everything looks for these.
    default List<ToolDescriptor> among(Collection<String> ids) throws Exception {
        return tools().stream().filter(tool -> ids.contains(tool.id())).toList();
    }

    /// What the end of a run gives that one of its tools was left to, see [ToolAnswer.Left]; empty when the tool is
    /// none of its own. Whoever asks may be another process, which does not offer the tool any more.
    default Optional<ToolAnswer> left(String toolId, HandedOver end) {
        return Optional.empty();
    }

    /// Calls one of its tools. It may block, and is interrupted when nobody waits for the answer any more.
    ///
    /// @param call its [ToolCall#tool()] is one of [#tools()]
    /// @return what the tool gave, or why it gave nothing; both are shown to the model
    ToolAnswer call(ToolCall call) throws Exception;
}
