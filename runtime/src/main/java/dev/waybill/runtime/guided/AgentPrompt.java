package dev.waybill.runtime.guided;

import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.EventLog;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The prompt by which a person hands a place to an agent: what was done so far, the step, and both tokens under the
/// newest key. It writes nothing; the tokens stand for the same place as those that were lost.
public final class AgentPrompt {

    private AgentPrompt() {}

    /// The prompt for the newest place of a run.
    public static Optional<String> latest(EventLog log, RunState state, TokenKeyring keys) {
        return Objects.requireNonNull(state.lineage())
                .latest()
                .flatMap(place -> of(log, state, place.sequence(), keys));
    }

    /// Empty where nothing is pending, and for a run that was cancelled.
    public static Optional<String> of(EventLog log, RunState state, long sequence, TokenKeyring keys) {
        if (Cancelled.is(state)) {
            return Optional.empty();
        }
        return Objects.requireNonNull(state.lineage())
                .place(sequence)
                .filter(place -> !place.state().isComplete())
                .map(place -> text(log, state, place, keys));
    }

    private static String text(EventLog log, RunState state, Lineage.Place place, TokenKeyring keys) {
        keys.refresh();
        AnswerWriter.Extras extras = AnswerWriter.Extras.only(List.of()).after(SoFar.read(log, state, place));
        return "Continue the Waybill workflow \"%s\" at the step below, with the tools of the MCP server waybill.\n\n%s"
                .formatted(
                        state.header().definitionId(),
                        new AnswerWriter(new TokenCodec(keys))
                                .at(state, place, null, extras)
                                .text());
    }
}
