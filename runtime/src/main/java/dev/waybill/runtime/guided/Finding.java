package dev.waybill.runtime.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.GuidedRuns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// `workflow_find`: the open runs of an agent that lost its chat, the one that was active last in front.
///
/// It goes through what is open, newest first and up to a bound, by the store's index; logs are read only of the few
/// runs that are shown.
record Finding(RunStore store, GuidedRuns runs, GuidedCatalog catalog, TokenCodec tokens, GuidedSettings settings) {

    private static final int PAGE = 200;
    private static final int MOST_LOOKED_AT = 1_000;
    private static final int MOST_SHOWN = 20;
    private static final int SHOWN = 5;

    /// A guided run that is not over waits for its agent, or is paused.
    private static final List<RunStatus> OPEN = List.of(RunStatus.WAITING_EXTERNAL, RunStatus.PAUSED);

    GuidedAnswer find(JsonObject arguments, Client client) {
        ExtraTool.FIND.require(settings);
        Arguments given = Arguments.of(GuidedTool.FIND, arguments);
        int limit = given.number("limit", MOST_SHOWN).orElse(SHOWN);
        Optional<String> words = given.optionalText("workflow");
        List<StoredRun> open =
                open(client.caller(), given.optionalId("sessionId").orElse(null), wanted(words.orElse("")));
        open.sort(Comparator.comparing((StoredRun run) -> run.projection().updatedAt())
                .reversed());
        List<FoundRun> shown = open.stream()
                .limit(limit)
                .map(run -> FoundRun.read(
                        store, runs.state(client.caller(), run.header().runId()), run.projection(), tokens))
                .toList();
        return answer(shown, open.size() - shown.size());
    }

    /// By the id of the workflow, and by what is said about it today.
    private Predicate<StoredRun> wanted(String words) {
        List<String> parts = List.of(words.toLowerCase(Locale.ROOT).strip().split("\\s+"));
        return run -> {
            String id = run.header().definitionId();
            String known = catalog.guided(id)
                    .map(it -> it.name() + " " + it.description())
                    .orElse("");
            String text = (id + " " + known).toLowerCase(Locale.ROOT);
            return parts.stream().allMatch(text::contains);
        };
    }

    private List<StoredRun> open(Caller caller, @Nullable String session, Predicate<StoredRun> wanted) {
        List<StoredRun> found = new ArrayList<>();
        // One status at a time: so each is read from the index in its order, and no further than needed.
        for (RunStatus status : OPEN) {
            RunId last = null;
            for (int looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
                List<StoredRun> page = store.runs(RunQuery.where()
                        .tenant(caller.tenant())
                        .statuses(List.of(status))
                        .session(session)
                        .before(last)
                        .guided()
                        .newest(PAGE));
                page.stream().filter(wanted).forEach(found::add);
                if (page.size() < PAGE) {
                    break;
                }
                last = page.getLast().header().runId();
            }
        }
        return found;
    }

    private static GuidedAnswer answer(List<FoundRun> shown, int more) {
        List<JsonValue> all = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (FoundRun run : shown) {
            all.add(run.toJson());
            text.append(run.toText());
        }
        if (shown.isEmpty()) {
            text.append("No open run fits. Runs that have ended are not listed. Call workflow_start to begin one.\n");
        } else {
            text.append("Call workflow_resume with the stateToken of the run that you want to continue.\n");
        }
        if (more > 0) {
            text.append("%d more are open; narrow it down with sessionId or workflow.\n".formatted(more));
        }
        JsonObject json = JsonObject.of("runs", new JsonArray(all)).with("more", more);
        return new GuidedAnswer(json, text.toString(), JsonObject.EMPTY, false);
    }
}
