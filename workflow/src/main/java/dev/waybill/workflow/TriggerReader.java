package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one trigger.
final class TriggerReader {

    private static final List<String> MEMBERS =
            List.of("id", "type", "name", "description", "config", "enabled", "nodeId", "eventType");

    private final Names names;
    private final Set<String> ids = new HashSet<>();

    TriggerReader(Names names) {
        this.names = names;
    }

    @Nullable
    WorkflowTrigger read(Members trigger) {
        trigger.expectOnly(MEMBERS);
        String id = trigger.text("id");
        if (!id.isEmpty() && !ids.add(id)) {
            trigger.findings()
                    .error(
                            trigger.pointer("id"),
                            DefinitionCode.DUPLICATE_ID,
                            "another trigger is called \"%s\"".formatted(Members.shown(id)),
                            "give each trigger its own id");
        }
        trigger.text("type");
        TriggerType type = trigger.word("type", List.of(TriggerType.values()), TriggerType::wire, TriggerType.MANUAL);
        trigger.optionalText("name");
        trigger.optionalText("description");
        JsonObject config = trigger.optionalObject("config");
        boolean enabled = trigger.flag("enabled", true);
        String node = trigger.optionalText("nodeId");
        String event = trigger.optionalText("eventType");
        use(trigger, type, node, config);
        return trigger.isSound() ? new WorkflowTrigger(id, type, enabled, node, event, config) : null;
    }

    private void use(Members trigger, TriggerType type, @Nullable String node, JsonObject config) {
        if (node != null) {
            names.use(Names.Kind.NODE, node, trigger.pointer("nodeId"), false);
        }
        if (type == TriggerType.CHANNEL_WRITE) {
            Members settings = trigger.below("config", config);
            config.string("channel")
                    .ifPresent(channel -> names.use(Names.Kind.CHANNEL, channel, settings.pointer("channel"), false));
        }
    }
}
