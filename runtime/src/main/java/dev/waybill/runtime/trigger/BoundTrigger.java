package dev.waybill.runtime.trigger;

import dev.waybill.base.Digest;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.workflow.TriggerType;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.trigger.StartTrigger;
import dev.waybill.workflow.trigger.TriggerConfig;
import java.util.List;

/// A trigger of a workflow, for somebody.
///
/// @param tenant to whom its runs belong
public record BoundTrigger(String tenant, WorkflowDefinition definition, StartTrigger trigger) {

    /// Latches of triggers.
    static final String KIND = "trigger";

    public String workflow() {
        return definition.id();
    }

    public TriggerType type() {
        return trigger.type();
    }

    public TriggerConfig config() {
        return new TriggerConfig(trigger.config());
    }

    /// `workflow/trigger`.
    public String name() {
        return workflow() + "/" + trigger.id();
    }

    LatchKey key() {
        return new LatchKey(KIND, tenant, name());
    }

    /// What is wrong with it; empty when it can fire.
    public List<String> problems() {
        return TriggerConfig.problems(trigger.type(), trigger.config());
    }

    /// Changes when it is configured otherwise.
    String fingerprint() {
        JsonObject about = JsonObject.builder()
                .put("type", trigger.type().wire())
                .put("config", trigger.config().without("inputs").without("inputsFrom"))
                .build();
        return Digest.of(Jcs.exactBytes(about)).hex().substring(0, 16);
    }
}
