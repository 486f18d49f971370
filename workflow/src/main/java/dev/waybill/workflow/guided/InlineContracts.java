package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The contracts that are written in steps instead of in a registry.
final class InlineContracts {

    private InlineContracts() {}

    /// The names of contracts that steps of a source write themselves: given ones, and those after the step.
    static List<String> names(JsonObject document) {
        List<String> names = new ArrayList<>();
        collect(document, "steps", names);
        return names;
    }

    private static void collect(JsonObject owner, String member, List<String> names) {
        owner.array(member).stream()
                .flatMap(it -> it.items().stream())
                .flatMap(it -> it.asObject().stream())
                .forEach(step -> {
                    step.object("outputContract")
                            .filter(it -> it.has("schema"))
                            .map(it -> it.string("contractRef")
                                    .orElseGet(() -> StepReader.inlineRef(
                                            step.string("id").orElse(""))))
                            .ifPresent(names::add);
                    collect(step, "body", names);
                });
    }
}
