package dev.waybill.app.command.run;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.view.text.Count;
import dev.waybill.view.text.SafeText;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/// The file with the definition of a workflow.
final class DefinitionFile {

    private DefinitionFile() {}

    /// @throws Failure when it holds no JSON object
    static Read read(String file, Environment environment) {
        try (Input input = Input.open(file, environment)) {
            return DefinitionReader.read(
                    input.object("the JSON object of a workflow", "See docs/workflow-definitions.md."));
        }
    }

    /// Everything that is wrong with it, as JSON.
    static JsonObject toJson(String file, Read.Bad bad) {
        List<JsonValue> errors = new ArrayList<>();
        for (DefinitionError error : bad.errors()) {
            errors.add(JsonObject.of("pointer", error.pointer())
                    .with("code", error.code().toString())
                    .with("message", error.message())
                    .with("next", error.hint()));
        }
        Failure failure = failure(file, bad);
        return JsonObject.of(
                "error",
                JsonObject.of("code", failure.refusal().code())
                        .with("message", failure.explanation())
                        .with("errors", new JsonArray(errors)));
    }

    /// The same in words.
    static void print(PrintStream err, String file, Read.Bad bad) {
        err.println(failure(file, bad).toText());
        for (DefinitionError error : bad.errors()) {
            err.println("  " + SafeText.of(error.pointer().isEmpty() ? "(root)" : error.pointer()) + "  "
                    + SafeText.of(error.message()));
            err.println("      " + SafeText.of(error.hint()));
        }
    }

    private static Failure failure(String file, Read.Bad bad) {
        return new Failure(
                ExitCode.NO,
                "definition_invalid",
                file + " cannot run: " + Count.of(bad.errors().size(), "mistake"),
                null);
    }
}
