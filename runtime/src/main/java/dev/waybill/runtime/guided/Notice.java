package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.guided.PayloadRead;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.guided.BindingDrift;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something beside an answer that is probably not what somebody meant.
///
/// @param code where programs may want to act on it
/// @param field a JSON pointer: into the request, or into the workflow
record Notice(@Nullable String code, String field, String message) {

    static List<Notice> of(List<PayloadRead.Warning> warnings) {
        return warnings.stream()
                .map(warning -> new Notice(null, warning.field(), warning.message()))
                .toList();
    }

    static Notice of(BindingDrift drift) {
        return new Notice(DefinitionCode.BINDING_DRIFT.text(), drift.pointer(), drift.message());
    }

    JsonObject toJson() {
        return JsonObject.EMPTY.withIfPresent("code", code).with("field", field).with("message", message);
    }
}
