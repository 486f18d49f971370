package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.guided.Blocker;
import dev.waybill.engine.guided.Navigation;
import dev.waybill.engine.guided.Navigator;
import dev.waybill.engine.guided.Payload;
import dev.waybill.engine.guided.PayloadRead;
import dev.waybill.engine.state.Lineage;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.runtime.Beside;
import dev.waybill.runtime.GuidedRuns;
import dev.waybill.runtime.GuidedRuns.Told;
import dev.waybill.runtime.GuidedStart;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `workflow_start`.
final class Starting {

    /// The context key that names the session, as in the contract's examples.
    static final String SESSION_KEY = "ticketId";

    private static final int LONGEST_SESSION = 128;

    private final GuidedRuns runs;
    private final GuidedCatalog catalog;
    private final AnswerWriter answers;

    Starting(GuidedRuns runs, GuidedCatalog catalog, AnswerWriter answers) {
        this.runs = runs;
        this.catalog = catalog;
        this.answers = answers;
    }

    GuidedAnswer start(JsonObject arguments, Client client) {
        Arguments given = Arguments.of("workflow_start", arguments, List.of("workflowId", "context", "parent"));
        GuidedWorkflow workflow = Discovery.found(catalog, given.text("workflowId"));
        PayloadRead.Accepted read = accepted(
                JsonObject.builder().put("context", given.object("context")).build());
        JsonObject context = withoutNulls(read.payload().context());
        if (Navigator.first(workflow, context) instanceof Navigation.Stuck(var blocker)) {
            throw refused(GuidedCode.START_BLOCKED, List.of(blocker));
        }
        GuidedStart request = new GuidedStart(
                workflow,
                context,
                session(context),
                ClientMeta.envelope(client.meta(), context),
                ClientMeta.parent(given.object("parent"), client.meta()).orElse(null),
                ClientMeta.recorded(client.meta()));
        return runs.start(client.caller(), request, (decision, receipts) -> {
            RunState state = decision.state();
            Lineage.Place place =
                    Objects.requireNonNull(state.lineage()).latest().orElseThrow();
            GuidedAnswer answer = answers.at(
                    state, place, null, new AnswerWriter.Extras(Notice.of(read.warnings()), receipts, null, List.of()));
            List<TokenPlace> places = TokenPair.of(state.header(), place).places();
            return new Told<>(answer, new Beside(List.of(), null, places));
        });
    }

    /// @throws GuidedRefusal when nobody could use it, whatever the step
    static PayloadRead.Accepted accepted(JsonObject request) {
        return switch (Payload.read(request)) {
            case PayloadRead.Accepted accepted -> accepted;
            case PayloadRead.Refused refused -> throw refused(GuidedCode.INVALID_ARGUMENT, refused.problems());
        };
    }

    private static GuidedRefusal refused(GuidedCode code, List<Blocker> problems) {
        List<JsonValue> all = new ArrayList<>();
        problems.forEach(problem -> all.add(problem.toJson()));
        Blocker first = problems.getFirst();
        return new GuidedRefusal(
                code,
                first.field() + ": " + first.message(),
                "fix it and call again; nothing was recorded",
                JsonObject.builder().put("problems", new JsonArray(all)).build());
    }

    /// A start has nothing that null could delete.
    private static JsonObject withoutNulls(JsonObject context) {
        Map<String, JsonValue> members = new LinkedHashMap<>(context.members());
        members.values().removeIf(value -> value instanceof JsonNull);
        return new JsonObject(members);
    }

    private String session(JsonObject context) {
        return context.string(SESSION_KEY)
                .filter(key -> !key.isBlank() && key.length() <= LONGEST_SESSION)
                .orElseGet(() -> "ses_" + runs.freshId());
    }
}
