package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.NodeTypeOptions;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeType;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import dev.waybill.workflow.Suggestion;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// `waybill nodes`: the node types of this host, what each one takes and gives, and a workflow that shows it.
public final class NodesCommand extends ToldCommand {

    private final Operand<String> wanted =
            takes(Operand.text("TYPE", "A node type, such as core.approvalGate; without it, all are listed."));
    private final Option<Boolean> markdown =
            takes(Option.flag("--markdown", "Write all of them as a page of Markdown, as docs/nodes.md has it."));
    private final NodeTypeOptions nodeTypes = takes(new NodeTypeOptions());

    public NodesCommand(Environment environment) {
        super(
                environment,
                "List the node types that workflows can use, or show one: its schemas and an example.",
                "waybill nodes core.approvalGate",
                "The example is a whole workflow; --json gives it for 'waybill run -'.");
    }

    @Override
    public ExitCode call() {
        NodeTypes types = nodeTypes.load(environment);
        var output = new Output(environment, common.json());
        String name = wanted.value();
        if (markdown.orElse(false)) {
            environment.out().print(NodePage.of(types));
        } else if (name == null) {
            List<JsonValue> all = new ArrayList<>();
            types.all().forEach(type -> all.add(NodeSheet.json(type)));
            output.answer(JsonObject.of("types", new JsonArray(all)), out -> list(out, types));
        } else {
            NodeType type = types.find(name).orElseThrow(() -> unknown(name, types));
            output.answer(
                    NodeSheet.json(type),
                    out -> new NodeSheet(type).print(out, common.terminal().ansi()));
        }
        return ExitCode.YES;
    }

    private static Failure unknown(String name, NodeTypes types) {
        List<String> known = types.all().stream().map(NodeType::typeId).toList();
        String meant = Suggestion.nearestType(name, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        return new Failure(
                ExitCode.NO,
                "node_type_not_found",
                "no node type is called " + name + meant,
                "See 'waybill nodes'. Types of your own come with --node-types JAR.");
    }

    private void list(PrintStream out, NodeTypes types) {
        Table table = new Table(Column.HANDLE, Column.TEXT).head("TYPE", "WHAT IT DOES");
        types.all()
                .forEach(type -> table.row(
                        Cell.of(type.typeId()), Cell.of(type.manifest().description())));
        out.print(table.render(common.terminal()));
        out.println();
        out.println("next  waybill nodes TYPE   shows what a type takes and gives, with an example");
    }
}
