package dev.waybill.app.command.agent;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import dev.waybill.workflow.Suggestion;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// `waybill agents`: the agents of the packs.
public final class AgentsCommand extends ToldCommand {

    private final Operand<String> wanted = takes(Operand.text("AGENT", "An agent's id; without it, all are listed."));

    public AgentsCommand(Environment environment) {
        super(
                environment,
                "List the agents of your packs, or show one.",
                "An agent runs like a workflow: waybill run AGENT --input NAME=VALUE.");
    }

    @Override
    public ExitCode call() {
        AgentRegistry registry = Surroundings.agents(environment);
        var output = new Output(environment, common.json());
        String id = wanted.value();
        if (id == null) {
            List<JsonValue> all = new ArrayList<>();
            registry.agents().forEach(agent -> all.add(agent.entry()));
            output.answer(
                    JsonObject.of("agents", new JsonArray(all)).with("total", all.size()), out -> list(out, registry));
        } else {
            AgentRegistry.Installed agent = registry.find(id).orElseThrow(() -> unknown(id, registry));
            output.answer(agent.entry(), out -> show(out, agent));
        }
        return ExitCode.YES;
    }

    private static Failure unknown(String id, AgentRegistry registry) {
        List<String> known = registry.agents().stream()
                .map(agent -> agent.manifest().agentId())
                .toList();
        String meant = Suggestion.nearest(id, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        return new Failure(
                ExitCode.NO,
                "agent_not_found",
                "no agent is called " + id + meant,
                "See 'waybill agents'. Agents come in packs: waybill pack add PATH");
    }

    private void list(PrintStream out, AgentRegistry registry) {
        if (registry.agents().isEmpty()) {
            out.println("There are no agents. They come in packs: waybill pack add PATH");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("AGENT", "LABEL", "MODEL", "LACKS");
        registry.agents()
                .forEach(agent -> table.row(
                        Cell.of(agent.manifest().agentId()),
                        Cell.of(agent.manifest().label()),
                        Cell.of(agent.manifest().modelClass()),
                        Cell.of(agent.degraded().isEmpty() ? "-" : String.join(", ", agent.degraded()))));
        out.print(table.render(common.terminal()));
        out.println();
        out.println("next  waybill agents AGENT   shows what an agent may do");
    }

    private static void show(PrintStream out, AgentRegistry.Installed agent) {
        AgentManifest manifest = agent.manifest();
        out.println("agent     " + manifest.agentId());
        out.println("label     " + manifest.label());
        manifest.json().string("description").ifPresent(text -> out.println("about     " + text));
        out.println("pack      " + agent.pack().name() + " " + agent.pack().version());
        out.println("model     " + manifest.modelClass());
        out.println("tools     "
                + (manifest.toolAllowlist().isEmpty() ? "none" : String.join(", ", manifest.toolAllowlist())));
        out.println("checks    " + checks(manifest));
        if (!agent.degraded().isEmpty()) {
            out.println("lacks     " + String.join(", ", agent.degraded()));
        }
    }

    private static String checks(AgentManifest manifest) {
        String task = manifest.task() == null ? "" : "its task";
        String result = manifest.result() == null ? "" : "its result";
        return task.isEmpty() || result.isEmpty()
                ? (task + result).isEmpty() ? "nothing" : task + result
                : task + " and " + result;
    }
}
