package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Target;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// `waybill workflow new`: a first workflow, small enough to read and large enough to change.
public final class WorkflowNewCommand extends ToldCommand {

    private static final String FIRST = """
            {
              "id": "ID",
              "name": "NAME",
              "version": "1.0.0",
              "description": "Greets somebody, and breathes before a long name.",
              "variables": [
                {"name": "who", "type": "string", "defaultValue": "world"}
              ],
              "nodes": [
                {
                  "id": "count",
                  "typeId": "core.identity",
                  "inputs": {"letters": {"type": "expression", "expression": "length(variables.who)"}}
                },
                {"id": "breathe", "typeId": "core.delay", "config": {"ms": 200}},
                {
                  "id": "greet",
                  "typeId": "core.identity",
                  "inputs": {"greeting": {"type": "expression", "expression": "'Hello, ' + variables.who + '!'"}}
                }
              ],
              "edges": [
                {
                  "id": "long-name",
                  "sourceNodeId": "count",
                  "targetNodeId": "breathe",
                  "condition": {"type": "expression", "expression": "output.letters > 5"}
                },
                {
                  "id": "short-name",
                  "sourceNodeId": "count",
                  "targetNodeId": "greet",
                  "triggerRule": "any_success",
                  "condition": {"type": "expression", "expression": "output.letters <= 5"}
                },
                {"id": "after-breath", "sourceNodeId": "breathe", "targetNodeId": "greet", "triggerRule": "any_success"}
              ]
            }
            """;

    private final Operand<String> id = takes(
            Operand.text("ID", "What the workflow is called.").required("the id of the workflow, such as first-steps"));
    private final Option<Path> out =
            takes(Option.path("--out", "FILE", "Write here (default: ID.json in this folder)."));

    public WorkflowNewCommand(Environment environment) {
        super(
                environment,
                "Write a first workflow that checks and runs, to change from there.",
                "waybill workflow new first-steps && waybill run first-steps.json --input who=Ada");
    }

    @Override
    public ExitCode call() {
        String name = id.given();
        if (!name.matches("[a-z][a-z0-9_-]{0,127}")) {
            throw Failure.usage(
                    "'" + name + "' cannot be the id of a workflow",
                    "Use small letters, digits and hyphens: first-steps");
        }
        Path file = write(
                out.orElse(Path.of(name + ".json")), FIRST.replace("ID", name).replace("NAME", name.replace('-', ' ')));
        JsonObject answer = JsonObject.of("workflowId", name).with("file", file.toString());
        return answer(answer, print -> {
            print.println("wrote " + file);
            print.println("next  waybill run " + file + " --input who=Ada");
            print.println("      waybill workflow check " + file + "   when you have changed it");
            print.println("      waybill nodes   lists what else a node can do");
        });
    }

    private static Path write(Path file, String text) {
        Target.requireFolder(file, "--out");
        try {
            return Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException _) {
            throw new Failure(ExitCode.NO, "file_exists", file + " exists already", "Name another file with --out.");
        } catch (IOException e) {
            throw Failure.unreadable(
                    file + " cannot be written: " + e.getMessage(), "Name another file with --out FILE.");
        }
    }
}
