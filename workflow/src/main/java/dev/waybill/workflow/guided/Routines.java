package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the compiler finds the routines that `templateCall` names. The caller loads them: the compiler reads no files.
public interface Routines {

    Routines NONE = of(List.of());

    /// @param templateId such as `wr.templates.routine.design-review`
    Optional<JsonObject> find(String templateId);

    /// All ids, for hints.
    Collection<String> templateIds();

    /// Routines out of their documents, each under the id that [#templateId] gives; a later one replaces an earlier.
    static Routines of(Collection<JsonObject> documents) {
        Map<String, JsonObject> byId = new LinkedHashMap<>();
        documents.forEach(it -> it.string("id").ifPresent(id -> byId.put(templateId(id), it)));
        return new Routines() {
            @Override
            public Optional<JsonObject> find(String templateId) {
                return Optional.ofNullable(byId.get(templateId));
            }

            @Override
            public Collection<String> templateIds() {
                return byId.keySet();
            }
        };
    }

    /// `wr.routine-design-review` is called as `wr.templates.routine.design-review`; so is `routine-design-review`.
    static String templateId(String workflowId) {
        String name = workflowId.startsWith("wr.") ? workflowId.substring("wr.".length()) : workflowId;
        return "wr.templates.routine." + (name.startsWith("routine-") ? name.substring("routine-".length()) : name);
    }
}
