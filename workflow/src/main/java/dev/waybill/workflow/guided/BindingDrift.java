package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// An extension point that stands for something else today than when the document was compiled. What was compiled
/// keeps its value: a change of the project's bindings reaches nobody in the middle of a run.
///
/// @param pinned what the document holds
/// @param today what a compilation would put there now
public record BindingDrift(String slot, String pinned, String today) {

    private static final String RESOLVED = "resolvedBindings";

    /// Between what a run was started with and the same workflow as it is today.
    public static List<BindingDrift> between(GuidedWorkflow pinned, GuidedWorkflow today) {
        JsonObject now = today.document().object(RESOLVED).orElse(JsonObject.EMPTY);
        return of(pinned.document(), now::string);
    }

    private static List<BindingDrift> of(JsonObject document, Function<String, Optional<String>> today) {
        List<BindingDrift> drift = new ArrayList<>();
        JsonObject resolved = document.object(RESOLVED).orElse(JsonObject.EMPTY);
        for (String slot : resolved.names()) {
            String pinned = resolved.string(slot).orElse("");
            today.apply(slot)
                    .filter(value -> !value.equals(pinned))
                    .ifPresent(value -> drift.add(new BindingDrift(slot, pinned, value)));
        }
        return drift;
    }

    /// Warns about a document that was compiled before and is compiled again, such as one that a run was pinned to.
    static void warn(JsonObject document, Bindings bindings, Findings findings) {
        String id = document.string("id").orElse("");
        Slots slots = new Slots(document, bindings);
        for (BindingDrift drift : of(document, slot -> bindings.find(id, slot).or(() -> slots.value(slot)))) {
            findings.warn(
                    drift.pointer(),
                    DefinitionCode.BINDING_DRIFT,
                    drift.message(),
                    "compile its source again to use what is bound today");
        }
    }

    /// Where the compiled document keeps the value.
    public String pointer() {
        return JsonPointer.member(JsonPointer.member("", RESOLVED), slot);
    }

    public String message() {
        return "\"%s\" is now bound to \"%s\"; this document keeps \"%s\", which it was compiled with"
                .formatted(Members.shown(slot), Members.shown(today), Members.shown(pinned));
    }
}
