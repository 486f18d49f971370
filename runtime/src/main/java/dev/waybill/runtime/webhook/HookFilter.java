package dev.waybill.runtime.webhook;

import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.store.Webhook;
import dev.waybill.workflow.Suggestion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which events a webhook wants.
final class HookFilter {

    private static final String EVERYTHING = "*";
    private static final String BELOW = ".*";
    private static final Pattern NAME = Pattern.compile("\\*|[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*(\\.\\*)?");
    private static final int LONGEST = 128;

    /// Types of OpenWOP that no host of this version writes. Whoever registers the same webhook at several hosts may
    /// name them.
    private static final List<String> ELSEWHERE = List.of(
            "run.resuming run.restored-from-snapshot run.dead_lettered node.suspend-failed approval.granted",
            "approval.rejected approval.overridden version.pinned workflow.restored workflow.loopback-limit",
            "workflow.stalled lease.acquired lease.renewed lease.lost lease.handed-off model.capability.substituted",
            "model.capability.insufficient eval.started eval.scored eval.completed deployment.promoted",
            "deployment.rolled-back deployment.canary.adjusted deployment.state.changed roster.run.initiated",
            "tool.session.opened tool.session.closed egress.decided trigger.subscription.state.changed",
            "trigger.delivery.attempted budget.reserved budget.consumed budget.threshold.crossed budget.exhausted",
            "conversation.opened conversation.exchanged conversation.closed agent.memory.consolidated",
            "commitment.fired core.workflowChain.confidence-escalated connector.authorized connector.auth_expired",
            "authorization.decided proposal.created proposal.activated goal.evaluated goal.closed import.applied",
            "voice.speech_start voice.transcript voice.endpoint_candidate voice.turn_commit voice.synthesis_chunk",
            "voice.barge_in voice.cancelled");

    private HookFilter() {}

    /// What a name that covers no event at all was probably meant to be, or what there is; empty when it covers some.
    static Optional<String> slip(String name) {
        Set<String> types = new LinkedHashSet<>(EventTypes.known());
        ELSEWHERE.forEach(line -> types.addAll(List.of(line.split(" ", -1))));
        if (types.stream().anyMatch(type -> covers(name, type))) {
            return Optional.empty();
        }
        Set<String> candidates = new LinkedHashSet<>(EventTypes.known());
        types.forEach(type -> candidates.add(type.substring(0, type.indexOf('.')) + BELOW));
        return Optional.of(Suggestion.hint(name, candidates, "`waybill events RUN` shows the types of a run"));
    }

    /// Whether a text can name events: `run.completed`, `run.*`, `*`.
    static boolean isName(String text) {
        return text.length() <= LONGEST && NAME.matcher(text).matches();
    }

    static boolean wants(Webhook webhook, String type, List<String> tags) {
        return webhook.events().stream().anyMatch(name -> covers(name, type))
                && (webhook.tags().isEmpty() || webhook.tags().stream().anyMatch(tags::contains));
    }

    private static boolean covers(String name, String type) {
        return name.equals(EVERYTHING)
                || (name.endsWith(BELOW) ? type.startsWith(name.substring(0, name.length() - 1)) : type.equals(name));
    }
}
