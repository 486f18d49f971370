package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.GuidedRuns;
import java.util.List;

/// `workflow_resume`: a fresh acknowledgement, which branches even with an equal payload.
final class Resuming {

    private final GuidedRuns runs;
    private final Tokens tokens;
    private final AnswerWriter answers;
    private final GuidedSettings settings;

    Resuming(GuidedRuns runs, Tokens tokens, AnswerWriter answers, GuidedSettings settings) {
        this.runs = runs;
        this.tokens = tokens;
        this.answers = answers;
        this.settings = settings;
    }

    GuidedAnswer resume(JsonObject arguments, Caller caller) {
        ExtraTool.RESUME.require(settings);
        Arguments given = Arguments.of("workflow_resume", arguments, List.of("stateToken"));
        TokenPlace at = tokens.state(given.text("stateToken"), caller.tenant());
        RunState state = runs.state(at.run());
        Lineage.Place place = Advancing.place(state, at.sequence());
        TokenPlace ack = tokens.freshAck(state.header(), at.sequence());
        runs.remember(ack);
        return answers.at(state, place, tokens.write(ack), AnswerWriter.Extras.none());
    }
}
