package dev.waybill.doors.mcp;

import dev.waybill.runtime.guided.ExtraTool;
import dev.waybill.runtime.guided.GuidedTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The tools that an MCP client is shown: exactly the four of the contract, unless more are asked for.
public final class McpTools {

    private final List<McpTool> tools;
    private final AnswerForm form;

    private McpTools(List<McpTool> tools, AnswerForm form) {
        this.tools = List.copyOf(tools);
        this.form = form;
    }

    /// `workflow_list`, `workflow_inspect`, `workflow_start`, `workflow_advance`.
    public static McpTools standard() {
        return new McpTools(
                List.of(
                        ToolTexts.tool("workflow_list", "answer-workflows", GuidedTools::list),
                        ToolTexts.tool("workflow_inspect", "answer-workflow", GuidedTools::inspect),
                        ToolTexts.tool("workflow_start", "answer-step", GuidedTools::start),
                        ToolTexts.tool("workflow_advance", "answer-step", GuidedTools::advance)),
                AnswerForm.JSON);
    }

    /// These and some that are beyond the contract.
    public McpTools with(List<ExtraTool> extras) {
        McpTools more = this;
        for (ExtraTool extra : extras) {
            more = more.with(tool(extra));
        }
        return more;
    }

    /// The same tools, with another form for clients that ask for none.
    public McpTools in(AnswerForm another) {
        return new McpTools(tools, another);
    }

    AnswerForm form() {
        return form;
    }

    private static McpTool tool(ExtraTool extra) {
        return switch (extra) {
            case RESUME -> ToolTexts.tool("workflow_resume", "answer-step", GuidedTools::resume);
            case FIND -> ToolTexts.tool("workflow_find", "answer-runs", GuidedTools::find);
            case CHECKPOINT -> ToolTexts.tool("workflow_checkpoint", "answer-checkpoint", GuidedTools::checkpoint);
        };
    }

    McpTools with(McpTool another) {
        List<McpTool> more = new ArrayList<>(tools);
        more.add(another);
        return new McpTools(more, form);
    }

    List<McpTool> all() {
        return tools;
    }

    Optional<McpTool> named(String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /// For messages.
    String names() {
        return tools.stream().map(McpTool::name).collect(Collectors.joining(", "));
    }
}
