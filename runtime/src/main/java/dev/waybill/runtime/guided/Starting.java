package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
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
import org.jspecify.annotations.Nullable;

/// `workflow_start`.
record Starting(GuidedRuns runs, GuidedCatalog catalog, AnswerWriter answers) {

    /// The context key that names the session, as in the contract's examples.
    static final String SESSION_KEY = "ticketId";

    private static final int LONGEST_SESSION = 128;

    GuidedAnswer start(JsonObject arguments, Client client) {
        Arguments given = Arguments.of(GuidedTool.START, arguments);
        GuidedWorkflow workflow = Discovery.found(catalog, given.id("workflowId", Discovery.WORKFLOW_IDS));
        PayloadRead.Accepted read =
                accepted(JsonObject.EMPTY.withIfPresent("context", given.json().get("context")));
        JsonObject context = withoutNulls(read.payload().context());
        if (Navigator.first(workflow, context) instanceof Navigation.Stuck(var blocker)) {
            throw refused(GuidedCode.START_BLOCKED, List.of(blocker));
        }
        Session session = session(context);
        List<Notice> notices = session.noticed(Notice.of(read.warnings()));
        GuidedStart request = new GuidedStart(
                workflow,
                context,
                session.id(),
                ClientMeta.envelope(client.meta(), context),
                ClientMeta.parent(given.object("parent"), client.meta()).orElse(null),
                ClientMeta.recorded(client.meta()),
                ClientMeta.remote(client.meta()).orElse(null));
        return runs.start(client.caller(), request, (decision, receipts) -> {
            RunState state = decision.state();
            Lineage.Place place =
                    Objects.requireNonNull(state.lineage()).latest().orElseThrow();
            GuidedAnswer answer = answers.at(
                    state, place, null, AnswerWriter.Extras.only(notices).with(receipts, null));
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
        return new GuidedRefusal(
                code,
                "this cannot be used: " + problems.getFirst().field()
                        + (problems.size() == 1 ? "" : " and %d more".formatted(problems.size() - 1)),
                "fix what is listed and call again; nothing was recorded",
                JsonObject.of("problems", new JsonArray(all)));
    }

    /// A start has nothing that null could delete.
    private static JsonObject withoutNulls(JsonObject context) {
        Map<String, JsonValue> members = new LinkedHashMap<>(context.members());
        members.values().removeIf(value -> value instanceof JsonNull);
        return new JsonObject(members);
    }

    /// @param found what stands in the context where a session's name belongs, and is none; null when nothing does
    private record Session(String id, @Nullable String found) {

        List<Notice> noticed(List<Notice> others) {
            if (found == null) {
                return others;
            }
            List<Notice> all = new ArrayList<>(others);
            all.add(new Notice(
                    null,
                    "/context/" + SESSION_KEY,
                    "%s cannot name a session, which takes a text of 1 to %d characters, such as \"AUTH-1234\"; found %s, so the session is called %s"
                            .formatted(SESSION_KEY, LONGEST_SESSION, found, id)));
            return all;
        }
    }

    private Session session(JsonObject context) {
        JsonValue key = context.get(SESSION_KEY);
        String name = key instanceof JsonNumber number && number.isPlainInteger()
                ? number.lexeme()
                : key instanceof JsonString(var text) ? text : "";
        if (!name.isBlank() && name.length() <= LONGEST_SESSION) {
            return new Session(name, null);
        }
        String found = key == null ? null : key instanceof JsonString ? name.length() + " characters" : key.kind();
        return new Session(
                "ses_" + runs.freshId(), name.isBlank() && key instanceof JsonString ? "a blank text" : found);
    }
}
