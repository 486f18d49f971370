package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.NodeTypeOptions;
import dev.waybill.app.host.Triggers;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.HostCheck;
import dev.waybill.runtime.catalog.Surroundings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `waybill workflow check`: can these definitions be used, on this host? Guided workflows and graphs alike.
public final class WorkflowCheckCommand extends ToldCommand {

    private final Operand<List<String>> files =
            takes(Operand.texts("FILE", "Definitions, and files of contracts; - is standard input.")
                    .required("a file to check, or - for standard input"));
    private final WorkflowOptions workflows = takes(new WorkflowOptions());
    private final NodeTypeOptions nodeTypes = takes(new NodeTypeOptions());

    private final List<WorkflowSource> read = new ArrayList<>();
    private final List<CheckReport> reports = new ArrayList<>();
    private final Map<String, Failure> unreadable = new LinkedHashMap<>();
    private final Map<Path, CheckReport> beside = new LinkedHashMap<>();

    public WorkflowCheckCommand(Environment environment) {
        super(
                environment,
                "Find everything that is wrong with definitions, in one pass.",
                "waybill workflow check .waybill/workflows/*.json",
                "Exit codes: 0 all can be used, 1 some cannot, 3 some cannot be read.");
    }

    @Override
    public ExitCode call() {
        NodeTypes types = nodeTypes.load(environment).firing(Triggers.FIRED);
        files.given().forEach(this::read);
        read.forEach(source -> check(source, types));
        reports.addAll(beside.values());
        answer(toJson(), this::print);
        return code();
    }

    private void read(String file) {
        try {
            read.add(WorkflowSource.read(file, environment));
        } catch (Failure failure) {
            unreadable.put(file, failure);
        }
    }

    private void check(WorkflowSource source, NodeTypes types) {
        Surroundings surroundings = workflows.around(source, environment);
        Checked checked = Checked.of(source, surroundings);
        DefinitionSource others = new GivenFirst(read, workflows.graphsAround(source, environment));
        reports.add(new CheckReport(source.name(), checked.on(new HostCheck(others, types))));
        surroundings.broken().forEach(this::beside);
    }

    /// A contract that nobody can use is a reason why a workflow cannot be used, so it is told once, too.
    private void beside(Surroundings.Broken broken) {
        beside.putIfAbsent(
                broken.file(),
                new CheckReport(broken.file().toString(), new Checked.Bad(DocumentKind.CONTRACTS, broken.errors())));
    }

    private ExitCode code() {
        ExitCode code = ExitCode.of(reports.stream().allMatch(report -> report.code() == ExitCode.YES));
        for (Failure failure : unreadable.values()) {
            code = failure.exitCode().number() > code.number() ? failure.exitCode() : code;
        }
        return code;
    }

    private JsonObject toJson() {
        List<JsonValue> all = new ArrayList<>();
        reports.forEach(report -> all.add(report.toJson()));
        unreadable.forEach((file, failure) -> all.add(JsonObject.of("file", file)
                .with("valid", false)
                .withIfPresent("error", failure.toJson().get("error"))));
        return JsonObject.of("valid", code() == ExitCode.YES).with("files", new JsonArray(all));
    }

    private void print(PrintStream out) {
        reports.forEach(report -> report.print(out, common.terminal().ansi()));
        unreadable.values().forEach(failure -> environment.err().println(failure.toText()));
    }
}
