package dev.waybill.evidence;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The receipts that cross from one system into another: who writes them, who reads them, and when.
public enum ReceiptType {
    ASSAY_RECEIPT("AgentMesh (bridge)", List.of("Assay (gate)", "KPI"), "Terminal task transition"),
    TASK_TRANSITION("AgentMesh (orchestrator)", List.of("KPI", "alpha gate"), "Any state change"),
    WEAVE_EVENT("AgentMesh (weaver)", List.of("Weave verifier"), "Any state change"),
    POLICY_RECOMMENDATION("Quintet", List.of("CCIO", "AgentMesh"), "Policy analysis run"),
    POLICY_APPLY("Consumer repo", List.of("Quintet (feedback)"), "Policy change applied"),
    POLICY_ROLLBACK("Consumer repo", List.of("Quintet (feedback)"), "Policy change reverted"),
    CHECKPOINT_RECEIPT("AgentMesh", List.of("Assay", "KPI"), "Non-terminal critical transitions");

    /// Looked up for every record that is read.
    private static final Map<String, ReceiptType> BY_NAME = new HashMap<>();

    static {
        for (ReceiptType type : values()) {
            BY_NAME.put(type.name(), type);
            BY_NAME.put(type.packAlias(), type);
        }
    }

    private final String emitter;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> consumers;

    private final String trigger;

    ReceiptType(String emitter, List<String> consumers, String trigger) {
        this.emitter = emitter;
        this.consumers = consumers;
        this.trigger = trigger;
    }

    /// The type that a record names, be it by the registry's name or by the alias that Assay's packs need.
    public static Optional<ReceiptType> of(String type) {
        return Optional.ofNullable(BY_NAME.get(type));
    }

    public String emitter() {
        return emitter;
    }

    public List<String> consumers() {
        return consumers;
    }

    public String trigger() {
        return trigger;
    }

    /// Its name in a proof pack: Assay takes a flat name in capitals for tampering.
    public String packAlias() {
        return "ewp." + name().toLowerCase(Locale.ROOT) + "/v0";
    }
}
