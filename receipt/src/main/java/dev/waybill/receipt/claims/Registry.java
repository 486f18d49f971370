package dev.waybill.receipt.claims;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The receipt types and extension groups of PEAC's registry, and the group that each type calls for.
///
/// Being registered silences a warning. It does not mean that the content is prescribed: seven of the
/// nineteen groups are known by name only, and PEAC's verifier does not look inside them either.
final class Registry {

    static final String PREFIX = "org.peacprotocol/";

    private static final Map<String, String> GROUP_BY_TYPE = new LinkedHashMap<>();
    private static final Set<String> GROUPS = new LinkedHashSet<>();

    static {
        group("access", "access-decision");
        group("attribution", "attribution-event");
        group("challenge");
        group("commerce", "payment");
        group("compliance", "compliance-check");
        group("consent", "consent-record");
        group("correlation");
        group("identity", "identity-attestation");
        group("privacy", "privacy-signal");
        group("provenance", "provenance-record");
        group("purpose", "purpose-declaration");
        group("safety", "safety-review");
        group("cli-execution", "cli-command-execution");
        group(
                "a2a-handoff",
                "a2a-agent-card-observation",
                "a2a-human-approved",
                "a2a-human-rejected",
                "a2a-human-review-requested",
                "a2a-task-accepted",
                "a2a-task-completed",
                "a2a-task-failed",
                "a2a-task-rejected",
                "a2a-task-state-changed",
                "a2a-task-submitted");
        group(
                "agent-action",
                "agent-action-approved-observed",
                "agent-action-cancelled-observed",
                "agent-action-delegated-observed",
                "agent-action-denied-observed",
                "agent-action-invoked-observed",
                "agent-action-timed-out-observed");
        group(
                "commerce-mandate",
                "commerce-authorization-observed",
                "commerce-budget-observed",
                "commerce-capture-observed",
                "commerce-mandate-observed",
                "commerce-refund-observed",
                "commerce-settlement-observed",
                "commerce-void-observed");
        group(
                "gateway-export",
                "gateway-facilitator-timeout-observed",
                "gateway-payment-submitted-observed",
                "gateway-settlement-confirmed-late-observed",
                "gateway-settlement-confirmed-observed",
                "gateway-settlement-failed-observed",
                "gateway-settlement-failed-orphaned-observed",
                "gateway-settlement-polling-observed",
                "gateway-settlement-unresolved-observed");
        group(
                "lifecycle-observation",
                "lifecycle-approval-denied",
                "lifecycle-approval-granted",
                "lifecycle-approval-requested",
                "lifecycle-evaluation-completed",
                "lifecycle-evaluation-started",
                "lifecycle-experiment-assigned",
                "lifecycle-experiment-result",
                "lifecycle-mode-observed",
                "lifecycle-workflow-transition");
        group(
                "provisioning-lifecycle",
                "provisioning-account-observed",
                "provisioning-budget-observed",
                "provisioning-catalog-observed",
                "provisioning-credential-observed",
                "provisioning-deployment-observed",
                "provisioning-domain-observed",
                "provisioning-payment-authorization-observed",
                "provisioning-provider-link-observed",
                "provisioning-resource-observed",
                "provisioning-subscription-observed");
    }

    private Registry() {}

    static boolean hasType(String type) {
        return GROUP_BY_TYPE.containsKey(type);
    }

    static boolean hasGroup(String key) {
        return GROUPS.contains(key);
    }

    /// The group that receipts of this type carry; null for a type outside the registry.
    static @Nullable String groupOf(String type) {
        return GROUP_BY_TYPE.get(type);
    }

    private static void group(String group, String... types) {
        GROUPS.add(PREFIX + group);
        for (String type : types) {
            GROUP_BY_TYPE.put(PREFIX + type, PREFIX + group);
        }
    }
}
