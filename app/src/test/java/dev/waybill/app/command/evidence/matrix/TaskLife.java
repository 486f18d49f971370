package dev.waybill.app.command.evidence.matrix;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A task in a ledger, led by hand from state to state.
record TaskLife(EvidenceDesk desk, String task) {

    static final String LEDGER = "agentmesh";
    static final String EVENTS = LEDGER + "/waybill-tasks.jsonl";
    static final String WEAVE = LEDGER + "/waybill-weave.jsonl";

    static final List<String> TO_MERGED =
            List.of("planned", "assigned", "running", "pr_open", "ci_pass", "review_pass", "merged");

    /// Takes one step, a minute after the one before.
    ///
    /// @param more options of the command
    TaskLife step(String state, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "task", state, task, "--dir", desk.path(LEDGER), "--as", "agentmesh", "--agent", "agent_dev_1"));
        words.addAll(Arrays.asList(more));
        desk.yes(words.toArray(String[]::new));
        return new TaskLife(desk.at(desk.now().plusSeconds(60)), task);
    }

    /// Creates the task, with options, and leads it through the states that follow.
    TaskLife through(List<String> states, String... more) {
        TaskLife life = step(states.getFirst(), more);
        for (String state : states.subList(1, states.size())) {
            life = life.step(state);
        }
        return life;
    }

    static List<JsonObject> events(EvidenceDesk desk) {
        return desk.lines(EVENTS).stream().map(Told::object).toList();
    }

    static List<JsonObject> payloads(EvidenceDesk desk, String kind) {
        return events(desk).stream()
                .filter(event -> Told.text(event, "kind").equals(kind))
                .map(event -> event.object("payload").orElseThrow())
                .toList();
    }

    static List<JsonObject> rows(EvidenceDesk desk) {
        return desk.lines(WEAVE).stream().map(Told::object).toList();
    }
}
