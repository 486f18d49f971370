package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Complaints;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.cli.Version;
import dev.waybill.app.host.GuidedOptions;
import dev.waybill.app.host.OpenGuide;
import dev.waybill.app.host.ReceiptOptions;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.app.host.TenantOption;
import dev.waybill.doors.mcp.McpStdio;
import dev.waybill.doors.mcp.McpTools;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.guided.GuidedTools;
import java.util.ArrayDeque;
import java.util.Deque;

/// `waybill mcp`: guided workflows for one agent, over standard input and output.
public final class McpCommand extends ToldCommand {

    private final StoreOptions store = takes(new StoreOptions());
    private final TenantOption tenant =
            takes(new TenantOption("Whose runs the agent sees and starts (default: local)."));
    private final GuidedOptions options = takes(new GuidedOptions());
    private final ReceiptOptions receipts = takes(new ReceiptOptions(true));

    private final Deque<OpenGuide> opened = new ArrayDeque<>();

    public McpCommand(Environment environment) {
        super(
                environment,
                "Offer guided workflows to an agent over MCP, on standard input and output.",
                "Add it to your agent's MCP configuration: {\"mcpServers\": {\"waybill\": "
                        + "{\"command\": \"waybill\", \"args\": [\"mcp\"]}}}. It ends when its client does.");
    }

    /// The store is opened at the first call of a tool: a client that only asks what there is waits for nothing.
    @Override
    public ExitCode call() {
        Caller caller = new Caller(tenant.name(), "stdio", Scope.ALL);
        McpTools tools = options.offered(environment);
        try {
            McpStdio.serveProcess(
                    tools, this::open, caller, Version.current().version(), environment.in(), environment.out());
        } finally {
            synchronized (opened) {
                opened.forEach(OpenGuide::close);
            }
        }
        return ExitCode.YES;
    }

    private GuidedTools open() {
        Complaints complaints = new Complaints(environment, "waybill mcp");
        try {
            OpenGuide guide = OpenGuide.open(environment, store, receipts, options, complaints);
            synchronized (opened) {
                opened.add(guide);
            }
            return guide.tools();
        } catch (RuntimeException | Error problem) {
            complaints.accept(problem);
            throw problem;
        }
    }
}
