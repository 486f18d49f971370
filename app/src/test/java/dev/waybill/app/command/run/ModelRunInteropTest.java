package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.model.mock.MockPrograms;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenWOP's fixtures of nodes that ask a model, run whole: recorded, signed, replayed.
class ModelRunInteropTest {

    private static final String VALID = "{\"content\":\"{\\\"valid\\\":true,\\\"result\\\":\\\"ok\\\"}\"}";
    private static final String CUT = "{\"content\":\"{\",\"stopReason\":\"max_tokens\"}";
    private static final String PROSE = "{\"content\":\"Well, it is valid.\"}";
    private static final String REFUSAL = "{\"stopReason\":\"safety\",\"refusalText\":\"I will not tell Ada\"}";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        MockPrograms.here().clear();
    }

    @Test
    void anInvalidAnswerIsRetriedOnce() {
        List<String> events = run(ExitCode.YES, "envelope-retry-attempted", "{\"content\":\"{no\"}", VALID);

        assertThat(events).containsOnlyOnce("envelope.retry.attempted").endsWith("run.completed");
    }

    @Test
    void aRefusalFailsTheRunWithoutItsText() {
        stage(REFUSAL);
        Asked asked = ask("run", fixture("envelope-refusal"), "--json");

        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("envelope_refusal").doesNotContain("Ada");
    }

    @Test
    void aTruncatedAnswerGetsMoreRoom() {
        assertThat(run(ExitCode.YES, "envelope-truncated", CUT, VALID)).containsOnlyOnce("envelope.truncated");
    }

    @Test
    void perpetualTruncationEndsWithABreachedCap() {
        List<String> events = run(ExitCode.NO, "envelope-truncation-cap-exhaustion", CUT, CUT, CUT, VALID);

        assertThat(events)
                .containsOnlyOnce("envelope.retry.exhausted", "cap.breached")
                .containsSubsequence("envelope.retry.exhausted", "cap.breached", "node.failed", "run.failed");
        assertThat(events).filteredOn("provider.usage"::equals).hasSize(3);
    }

    @Test
    void fencesAreTakenOff() {
        assertThat(run(
                        ExitCode.YES,
                        "envelope-recovery-applied",
                        "{\"content\":\"```json\\n{\\\"result\\\":\\\"ok\\\"}\\n```\"}"))
                .containsOnlyOnce("envelope.recovery.applied")
                .doesNotContain("envelope.retry.attempted");
    }

    @Test
    void proseIsPutIntoShape() {
        assertThat(run(ExitCode.YES, "envelope-nl-to-format-engaged", PROSE, PROSE, PROSE, VALID))
                .containsOnlyOnce("envelope.nlToFormat.engaged");
    }

    @Test
    void aReplayServesWhatWasRecorded() {
        String run = id(ExitCode.YES, "phase4-replay-divergence", VALID, VALID);

        assertThat(ask("replay", run, "--json").code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void aModelThatRefusesNowStopsTheReplay() {
        String run = id(ExitCode.YES, "phase4-replay-divergence", VALID, REFUSAL);

        Asked replay = ask("replay", run, "--json");

        assertThat(replay.code()).isNotEqualTo(ExitCode.YES);
        assertThat(ask("runs", "--json").out()).contains("failed");
    }

    @Test
    void aModelThatAnswersNowStopsTheReplayToo() {
        String run = id(ExitCode.NO, "phase4-replay-divergence", REFUSAL, VALID);

        assertThat(ask("replay", run, "--json").code()).isNotEqualTo(ExitCode.YES);
    }

    private List<String> run(ExitCode code, String fixture, String... program) {
        String run = id(code, fixture, program);
        List<String> types = new ArrayList<>();
        for (String line : ask("events", run, "--json").out().lines().toList()) {
            collect(line, types);
        }
        return types;
    }

    private static void collect(String line, List<String> types) {
        JsonObject json = JsonReader.read(line, JsonLimits.DOCUMENT).asObject().orElse(JsonObject.EMPTY);
        json.string("type").ifPresent(types::add);
        json.array("events").orElse(JsonArray.EMPTY).forEach(event -> event.asObject()
                .flatMap(it -> it.string("type"))
                .ifPresent(types::add));
    }

    private String id(ExitCode code, String fixture, String... program) {
        stage(program);
        Asked asked = ask("run", fixture(fixture), "--json");
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(code);
        return asked.json().string("runId").orElseThrow();
    }

    private static void stage(String... program) {
        MockPrograms.here()
                .stage(
                        "structured-call",
                        (JsonArray) JsonReader.read("[" + String.join(",", program) + "]", JsonLimits.DOCUMENT));
    }

    private static String fixture(String name) {
        return Interop.path("openwop/fixtures/conformance-" + name + ".json").toString();
    }

    private Asked ask(String... words) {
        Map<String, String> variables = new RunDesk(folder).variables();
        return Asked.waybill(variables, InstantSource.system(), new byte[0], words);
    }
}
