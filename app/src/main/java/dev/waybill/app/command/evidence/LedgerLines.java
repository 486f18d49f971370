package dev.waybill.app.command.evidence;

import dev.waybill.base.json.JsonObject;
import dev.waybill.view.text.SafeText;

/// Events of a ledger as people read them.
final class LedgerLines {

    private LedgerLines() {}

    /// Id, kind, and what a person wants to know first: the state, or why the bridge has nothing to show.
    static String text(JsonObject event) {
        JsonObject payload = event.object("payload").orElse(JsonObject.EMPTY);
        String task = payload.string("task_id").orElse("");
        String state = payload.string("to_state")
                .or(() -> payload.string("checkpoint"))
                .or(() -> payload.string("terminal_state"))
                .map(text -> "  " + text)
                .orElse("");
        String reason = payload.string("degraded_reason")
                .map(text -> "  (" + text + ")")
                .orElse("");
        return SafeText.of("  " + event.string("event_id").orElse("") + "  " + task + "  "
                + event.string("kind").orElse("") + state + reason);
    }
}
