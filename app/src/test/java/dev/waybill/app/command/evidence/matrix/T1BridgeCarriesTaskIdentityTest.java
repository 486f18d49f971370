package dev.waybill.app.command.evidence.matrix;

import static dev.waybill.app.command.evidence.matrix.TaskLife.EVENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T1: the bridge receipt at a task's end says which task and which episode it is about.
class T1BridgeCarriesTaskIdentityTest {

    private static final String TASK = "task_8c69bd04b163";
    private static final String EPISODE = "ep_019c937df84aa1eb219e35a7";
    private static final List<String> ABORTED = List.of("planned", "assigned", "running", "aborted");

    @TempDir
    Path folder;

    private EvidenceDesk desk() throws Exception {
        return EvidenceDesk.in(Files.createTempDirectory(folder, "t1"));
    }

    @TestFactory
    Stream<DynamicTest> theEndOfATaskHasOneReceiptThatNamesIt() {
        return Stream.of(TaskLife.TO_MERGED, ABORTED)
                .flatMap(states -> Stream.of("", EPISODE)
                        .flatMap(episode -> Stream.of(true, false)
                                .map(gate -> DynamicTest.dynamicTest(
                                        states.getLast()
                                                + (episode.isEmpty() ? "" : " in an episode")
                                                + (gate ? "" : ", bridge degraded"),
                                        () -> end(states, episode, gate)))));
    }

    private void end(List<String> states, String episode, boolean gate) throws Exception {
        EvidenceDesk desk = gate ? FakeAssay.printing(desk(), "{\"result\":\"PASS\"}", 0) : desk();
        new TaskLife(desk, TASK)
                .through(states, episode.isEmpty() ? new String[0] : new String[] {"--episode", episode});
        assertThat(TaskLife.payloads(desk, "ASSAY_RECEIPT")).singleElement().satisfies(payload -> {
            assertThat(payload.string("_ewp_version")).contains("0");
            assertThat(payload.string("_ewp_task_id")).contains(TASK);
            assertThat(payload.string("_ewp_origin")).contains("agentmesh/assay_bridge");
            assertThat(payload.has("_ewp_episode_id")).isEqualTo(!episode.isEmpty());
            assertThat(Told.text(payload, "_ewp_episode_id")).isEqualTo(episode);
            assertThat(payload.string("bridge_status")).contains("BRIDGE_EMIT_" + (gate ? "OK" : "DEGRADED"));
            assertThat(payload.has("degraded_reason")).isEqualTo(!gate);
        });
        assertThat(MeshHash.isChain(TaskLife.events(desk), "event_hash")).isTrue();
        Told verified = desk.verify(EVENTS);
        assertThat(verified.codes()).isEmpty();
        assertThat(verified.code()).isEqualTo(ExitCode.YES);
    }

    /// What a script gives that hands on a variable which nobody set.
    @Test
    void anEmptyEpisodeIsNone() throws Exception {
        EvidenceDesk desk = desk();
        new TaskLife(desk, TASK).through(ABORTED, "--episode", "", "--correlation-id", "", "--policy-version", "");
        assertThat(desk.text(EVENTS)).doesNotContain("\"_ewp_episode_id\"", "\"_ewp_policy_version\"");
        assertThat(TaskLife.payloads(desk, "ASSAY_RECEIPT").getFirst().string("_ewp_correlation_id"))
                .contains(TASK);
    }

    @TestFactory
    Stream<DynamicTest> whatIsDoneToTheLogAfterwardsIsTold() {
        return Stream.of(
                broken("a changed byte", this::changeReceipt, "HASH_MISMATCH"),
                broken("a changed line with a new hash", this::forgeReceipt, "CHAIN_BROKEN"),
                broken("a line that is gone", this::removeReceipt, "CHAIN_BROKEN", "SEQUENCE_GAP"),
                broken("two lines that changed places", this::swapReceipt, "CHAIN_BROKEN", "SEQUENCE_GAP"),
                broken("a line that is there twice", this::repeatReceipt, "CHAIN_BROKEN", "SEQUENCE_GAP"));
    }

    private DynamicTest broken(String name, UnaryOperator<List<String>> change, String... codes) {
        return DynamicTest.dynamicTest(name, () -> {
            EvidenceDesk desk = desk();
            new TaskLife(desk, TASK).through(TaskLife.TO_MERGED);
            new TaskLife(desk, "task_000000000001").through(List.of("planned", "assigned"));
            assertThat(desk.verify(EVENTS).code()).isEqualTo(ExitCode.YES);
            desk.change(EVENTS, change);
            Told verified = desk.verify(EVENTS);
            assertThat(verified.codes()).containsExactly(codes);
            assertThat(verified.code()).isEqualTo(ExitCode.TAMPERED);
            assertThat(desk.index(TaskLife.LEDGER).code()).isEqualTo(ExitCode.TAMPERED);
            assertThat(MeshHash.isChain(TaskLife.events(desk), "event_hash")).isFalse();
        });
    }

    private static int receipt(List<String> lines) {
        return lines.indexOf(lines.stream()
                .filter(line -> line.contains("\"ASSAY_RECEIPT\""))
                .findFirst()
                .orElseThrow());
    }

    private List<String> changeReceipt(List<String> lines) {
        lines.replaceAll(line -> line.replace("\"terminal_state\":\"MERGED\"", "\"terminal_state\":\"MERGEE\""));
        return lines;
    }

    private List<String> forgeReceipt(List<String> lines) {
        changeReceipt(lines);
        JsonObject forged = Told.object(lines.get(receipt(lines)));
        String hash = MeshHash.of(forged, "event_hash");
        lines.set(receipt(lines), forged.with("event_hash", hash).toString());
        return lines;
    }

    private List<String> removeReceipt(List<String> lines) {
        lines.remove(receipt(lines));
        return lines;
    }

    private List<String> swapReceipt(List<String> lines) {
        Collections.swap(lines, receipt(lines), receipt(lines) - 1);
        return lines;
    }

    private List<String> repeatReceipt(List<String> lines) {
        lines.add(receipt(lines), lines.get(receipt(lines)));
        return lines;
    }
}
