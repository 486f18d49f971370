package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A document that is meant to be a workflow.
///
/// @param name where it is from, for people
/// @param folder what lies beside it; null for what is in no folder
record WorkflowSource(
        String name, JsonObject document, @Nullable Path folder) {

    /// @throws Failure when there is no such file, or it holds no JSON object
    static WorkflowSource read(String file, Environment environment) {
        try (Input input = Input.open(file, environment)) {
            JsonObject document = input.object(
                    "the JSON object of a workflow", "See docs/guided-workflows.md and docs/workflow-definitions.md.");
            return new WorkflowSource(input.name(), document, file.equals("-") ? null : folder(Path.of(file)));
        }
    }

    static @Nullable Path folder(Path file) {
        return file.toAbsolutePath().normalize().getParent();
    }
}
