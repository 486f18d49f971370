package dev.waybill.app.command.agent;

import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackNode;
import dev.waybill.agents.packjs.JsNodes;
import dev.waybill.agents.part.Parts;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.NodeTypeOptions;
import dev.waybill.app.host.Surroundings;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// `waybill pack list`: the packs that this host has, and what of them it can use.
public final class PackListCommand extends ToldCommand {

    private final NodeTypeOptions nodeTypes = takes(new NodeTypeOptions());

    public PackListCommand(Environment environment) {
        super(
                environment,
                "List the packs: those that you added, and those of the folders in agents.packs.",
                "A pack's nodes are JavaScript, which the part packs-js runs, where it is installed. Where this",
                "host has a type of the same id, it uses that.");
    }

    @Override
    public ExitCode call() {
        AgentRegistry registry = Surroundings.agents(environment);
        NodeTypes types = nodeTypes.load(environment);
        List<JsonValue> packs = new ArrayList<>();
        registry.packs()
                .forEach(shelved -> packs.add(PackSheet.json(shelved.pack(), shelved.source())
                        .with("knownNodeTypes", JsonArray.ofStrings(known(shelved.pack(), types)))
                        .with("unusedNodeTypes", unused(shelved.pack(), types))));
        List<JsonValue> unusable = new ArrayList<>();
        registry.unusable()
                .forEach(each -> unusable.add(JsonObject.builder()
                        .put("source", each.source())
                        .put("why", each.why())
                        .build()));
        JsonObject answer = JsonObject.builder()
                .put("packs", new JsonArray(packs))
                .put("unusable", new JsonArray(unusable))
                .build();
        return answer(answer, out -> print(out, registry, types));
    }

    private static List<String> known(Pack pack, NodeTypes types) {
        return pack.nodeTypes().stream()
                .filter(id -> types.find(id).isPresent())
                .toList();
    }

    /// Why the others are not there.
    private JsonObject unused(Pack pack, NodeTypes types) {
        boolean sandbox = Surroundings.parts(environment).find(Parts.PACKS_JS).isPresent();
        JsonObject.Builder unused = JsonObject.builder();
        for (PackNode node : pack.nodes()) {
            if (types.find(node.typeId()).isEmpty()) {
                unused.put(
                        node.typeId(),
                        JsNodes.obstacle(pack, node)
                                .orElse(sandbox ? "not loaded" : "the part packs-js is not installed"));
            }
        }
        return unused.build();
    }

    private void print(PrintStream out, AgentRegistry registry, NodeTypes types) {
        if (registry.packs().isEmpty() && registry.unusable().isEmpty()) {
            out.println("There are no packs. Add one: waybill pack add PATH");
            return;
        }
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("PACK", "VERSION", "AGENTS", "NODES KNOWN HERE", "FROM");
        for (AgentRegistry.Shelved shelved : registry.packs()) {
            Pack pack = shelved.pack();
            table.row(
                    Cell.of(pack.name()),
                    Cell.of(pack.version()),
                    Cell.of(String.valueOf(pack.agents().size())),
                    Cell.of(
                            pack.nodeTypes().isEmpty()
                                    ? "-"
                                    : known(pack, types).size() + " of "
                                            + pack.nodeTypes().size()),
                    Cell.of(shelved.source()));
        }
        out.print(table.render(common.terminal()));
        for (AgentRegistry.Shelved shelved : registry.packs()) {
            unused(shelved.pack(), types)
                    .members()
                    .forEach((type, why) -> out.println(
                            "no node   " + type + ": " + why.asString().orElse("")));
        }
        registry.unusable().forEach(each -> out.println("not used  " + each.source() + ": " + each.why()));
    }
}
