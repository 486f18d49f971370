package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;

/// `waybill serve`: REST for programs, guided workflows for agents, over HTTP; and work on all runs.
public final class ServeCommand extends ToldCommand {

    private final ServeOptions options = takes(new ServeOptions());

    public ServeCommand(Environment environment) {
        super(
                environment,
                "Serve runs (REST at /v1, A2A at /a2a) and guided workflows (MCP at /mcp) over HTTP; work on all runs.",
                ServeOptions.FOOTER);
    }

    @Override
    public ExitCode call() throws Exception {
        return new Serving(environment, options).at(options.settings(environment), _ -> {});
    }
}
