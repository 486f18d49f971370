package dev.waybill.doors.a2a;

import dev.waybill.base.json.JsonBool;
import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.RunHost;
import dev.waybill.runtime.feed.EventHub;
import dev.waybill.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// What the door works on.
///
/// @param version of this program
/// @param address where the host is reached from outside, such as `https://waybill.example`; empty takes what the
///     request says
/// @param listed whether the card shows its skills to everybody; otherwise only to callers with a key
public record A2aHost(
        String version,
        RunHost runs,
        EventHub events,
        DefinitionSource workflows,
        Supplier<Optional<String>> address,
        BooleanSupplier listed) {

    /// In a workflow's metadata: `false` keeps it from other agents.
    private static final String CALLABLE = "a2a";

    List<WorkflowDefinition> skills() {
        List<WorkflowDefinition> skills = new ArrayList<>();
        for (String id : workflows.ids().stream().distinct().sorted().toList()) {
            skill(id).ifPresent(skills::add);
        }
        return skills;
    }

    Optional<WorkflowDefinition> skill(String id) {
        try {
            return workflows.find(id).filter(it -> it.metadata().get(CALLABLE) != JsonBool.FALSE);
        } catch (Refused _) {
            // A file that cannot be used; the start has told so.
            return Optional.empty();
        }
    }
}
