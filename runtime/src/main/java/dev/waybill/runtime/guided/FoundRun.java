package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.text.Shortened;
import dev.waybill.engine.guided.Pending;
import dev.waybill.engine.guided.Rendering;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.store.EventLog;
import dev.waybill.journal.store.Projection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An open run, told so that an agent recognises it: where it stands, and what was written down last.
///
/// @param stateToken of its newest place
/// @param notes of the step before; null when there are none
/// @param checkpoint what was written down in the middle of the pending step; null when nothing was
record FoundRun(
        RunHeader header,
        Projection standing,
        Pending pending,
        String stateToken,
        @Nullable String notes,
        @Nullable String checkpoint) {

    private static final int LONGEST = 600;

    static FoundRun read(EventLog log, RunState state, Projection standing, TokenCodec tokens) {
        Lineage lineage = Objects.requireNonNull(state.lineage());
        Lineage.Place place = lineage.latest().orElseThrow();
        return new FoundRun(
                state.header(),
                standing,
                Rendering.pending(lineage.workflow(), place.state()).orElseThrow(),
                tokens.write(
                        TokenKind.STATE,
                        TokenPair.of(state.header(), place).state().ref()),
                SoFar.note(log, state, place).map(SoFar.Note::markdown).orElse(null),
                SoFar.checkpoint(log, state, place));
    }

    private static @Nullable String excerpt(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        return text.length() <= LONGEST ? text : Shortened.of(text, LONGEST - 1);
    }

    JsonObject toJson() {
        return JsonObject.of("stateToken", stateToken)
                .with("pending", JsonObject.of("stepId", pending.stepId()).with("title", pending.title()))
                .with("session", AnswerWriter.session(header))
                .with("workflowId", header.definitionId())
                .with("status", standing.status().wire())
                .with("updatedAt", Times.format(standing.updatedAt()))
                .withIfPresent("notesMarkdown", excerpt(notes))
                .withIfPresent("checkpointMarkdown", excerpt(checkpoint));
    }

    String toText() {
        StringBuilder text = new StringBuilder("- %s, session %s, run %s, last active %s, %s\n"
                .formatted(
                        header.definitionId(),
                        header.session(),
                        header.runId(),
                        Times.format(standing.updatedAt()),
                        standing.status().wire()));
        text.append("  pending: %s (%s)\n".formatted(pending.title(), pending.stepId()));
        line(text, "notes of the step before", notes);
        line(text, "checkpoint in this step", checkpoint);
        return text.append("  stateToken: %s\n\n".formatted(stateToken)).toString();
    }

    private static void line(StringBuilder text, String what, @Nullable String words) {
        String excerpt = excerpt(words);
        if (excerpt != null) {
            text.append("  %s: %s\n".formatted(what, excerpt.replace("\n", "\n    ")));
        }
    }
}
