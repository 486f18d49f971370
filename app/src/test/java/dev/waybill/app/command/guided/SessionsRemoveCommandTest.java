package dev.waybill.app.command.guided;

import static dev.waybill.app.command.guided.GuidedDesk.objects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill sessions remove`.
class SessionsRemoveCommandTest {

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    private GuidedAnswer completed(String session) {
        GuidedAnswer first = desk.start("{'ticketId':'%s'}".formatted(session));
        desk.advance(desk.advance(desk.advance(first, "Saw it."), "Wrote it."), "Done.");
        return first;
    }

    private List<JsonObject> remove(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "sessions";
        all[1] = "remove";
        all[2] = "--json";
        System.arraycopy(words, 0, all, 3, words.length);
        return objects(desk.ask(ExitCode.YES, all).json(), "sessions");
    }

    private static List<String> texts(JsonObject json, String name) {
        return json.array(name).orElseThrow().items().stream()
                .map(JsonValue::asString)
                .map(text -> text.orElse(""))
                .toList();
    }

    private boolean isPruned(String run) {
        try (RunStore store = desk.store()) {
            return store.run(new RunId(run)).orElseThrow().pruned();
        }
    }

    @Test
    void aSessionThatIsOverGoesAndItsProofStays() {
        GuidedAnswer first = completed("ACME-1");
        completed("ACME-2");
        String run = GuidedDesk.run(first);

        assertThat(desk.ask(ExitCode.YES, "sessions", "remove", "ACME-1").out())
                .contains("ACME-1  1 run gone", "receipts stay");

        assertThat(isPruned(run)).isTrue();
        assertThat(desk.ask(ExitCode.YES, "sessions").out()).contains("ACME-2").doesNotContain("ACME-1");
        assertThat(desk.ask(ExitCode.YES, "sessions", "--all").out()).contains("ACME-1", "ACME-2");
        String proof = folder.resolve("proof.zip").toString();
        desk.ask(ExitCode.YES, "export", run, "--out", proof);
        assertThat(desk.ask(ExitCode.YES, "verify", proof).out()).contains("VERIFIED");
        assertThat(desk.ask(ExitCode.YES, "fsck").out()).contains("all is well");
        assertThat(desk.advance(first, "Once more.").text()).contains("RUN_PRUNED");
    }

    @Test
    void aSessionThatCanGoOnIsRefusedAndNothingIsRemoved() {
        GuidedAnswer first = completed("ACME-1");
        String open = GuidedDesk.run(desk.start("{'ticketId':'ACME-1'}"));

        assertThat(desk.ask(ExitCode.NO, "sessions", "remove", "ACME-1").err())
                .contains("1 run that has not ended", open, "waybill cancel " + open);

        assertThat(isPruned(GuidedDesk.run(first))).isFalse();
        desk.ask(ExitCode.YES, "cancel", open);
        assertThat(texts(remove("ACME-1").getFirst(), "removed")).containsExactly(open, GuidedDesk.run(first));
    }

    @Test
    void onlySessionsThatWereQuietForLongGoAndARehearsalDeletesNothing() {
        String old = GuidedDesk.run(completed("OLD-1"));
        String left = GuidedDesk.run(desk.start("{'ticketId':'LEFT-1'}"));
        desk.pass(Duration.ofDays(31));
        String young = GuidedDesk.run(completed("YOUNG-1"));

        List<JsonObject> rehearsed = remove("--older-than", "30d", "--dry-run");
        assertThat(rehearsed).singleElement().satisfies(session -> {
            assertThat(session.string("sessionId")).contains("OLD-1");
            assertThat(texts(session, "removed")).containsExactly(old);
        });
        assertThat(isPruned(old)).isFalse();

        assertThat(remove("--older-than", "30d")).isEqualTo(rehearsed);
        assertThat(isPruned(old)).isTrue();
        assertThat(isPruned(left)).isFalse();
        assertThat(isPruned(young)).isFalse();
        assertThat(remove("--older-than", "30d")).isEmpty();
    }

    @Test
    void theSourceOfAForkIsKeptWhileTheForkIs() {
        GuidedAnswer first = completed("ACME-1");
        String run = GuidedDesk.run(first);
        String fork = GuidedDesk.run(desk.advance(first, "Another look, which is a fork."));
        assertThat(fork).isNotEqualTo(run);

        desk.ask(ExitCode.NO, "sessions", "remove", "ACME-1");
        assertThat(isPruned(run)).isFalse();
        desk.ask(ExitCode.YES, "cancel", fork);

        JsonObject gone = remove("ACME-1").getFirst();
        assertThat(texts(gone, "removed")).containsExactly(fork, run);
        assertThat(desk.ask(ExitCode.YES, "fsck").out()).contains("all is well");
    }

    @Test
    void aRunInsideAnothersStepIsKeptWhileTheOtherGoesOn() {
        desk.file("flows/flow.json", GuidedDesk.FLOW);
        String flows = folder.resolve("flows").toString();
        String outer = startedOverMcp(flows, "'context':{'ticketId':'OUTER-1'}");
        String inner = startedOverMcp(
                flows,
                "'context':{'ticketId':'INNER-1'},'parent':{'runId':'%s','stepId':'look-around'}".formatted(outer));
        desk.ask(ExitCode.YES, "cancel", inner);

        assertThat(desk.ask(ExitCode.YES, "sessions", "remove", "INNER-1").out())
                .contains("INNER-1  0 runs gone, 1 kept because others need them", "0 sessions removed");

        assertThat(isPruned(inner)).isFalse();
        desk.ask(ExitCode.YES, "cancel", outer);
        assertThat(texts(remove("INNER-1").getFirst(), "removed")).containsExactly(inner);
    }

    private String startedOverMcp(String flows, String arguments) {
        return desk.talk(
                        List.of(GuidedDesk.call(
                                "workflow_start", "{'workflowId':'test-flow',%s}".formatted(arguments))),
                        "--workflows",
                        flows)
                .getFirst()
                .object("result")
                .flatMap(result -> result.object("structuredContent"))
                .flatMap(answer -> answer.object("session"))
                .flatMap(session -> session.string("runId"))
                .orElseThrow();
    }

    @Test
    void oneOfTheTwoWaysToChooseMustBeGiven() {
        completed("ACME-1");
        desk.ask(ExitCode.USAGE, "sessions", "remove");
        desk.ask(ExitCode.USAGE, "sessions", "remove", "ACME-1", "--older-than", "30d");
        desk.ask(ExitCode.USAGE, "sessions", "remove", "--older-than", "soon");
        desk.ask(ExitCode.NO, "sessions", "remove", "nothing");
    }

    @Test
    void aSessionThatIsCalledRemoveCanStillBeShown() {
        desk.start("{'ticketId':'remove'}");

        assertThat(desk.ask(ExitCode.YES, "sessions", "--", "remove").out()).contains("pending: Look around");
    }
}
