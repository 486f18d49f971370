package dev.waybill.evidence.read.agentmesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Basis;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsReaderTest {

    @TempDir
    Path folder;

    private Gathered read(List<String> lines) {
        return read((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Gathered read(byte[] bytes) {
        try {
            Path file = Files.write(folder.resolve("events.jsonl"), bytes);
            return Gathered.by(new EventsReader(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> events() {
        return new ArrayList<>(Mesh.events(7));
    }

    @Test
    void aSoundLogIsChainedFromItsBeginning() {
        Gathered gathered = read(events());
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.records)
                .hasSize(7)
                .allMatch(record -> record.integrity().equals(Integrity.CHAIN_OK));
        FoundRecord merged = gathered.records.getLast();
        assertThat(merged.content().id()).hasToString("agentmesh:evt_000007");
        assertThat(merged.content().facts().string(Fact.FROM_STATE)).contains("review_pass");
        assertThat(merged.content().facts().string(Fact.TO_STATE)).contains("merged");
        assertThat(merged.content().identity().stated(Field.TASK))
                .hasValueSatisfying(task -> assertThat(task.basis()).isEqualTo(Basis.NATIVE));
        assertThat(merged.place()).hasToString(folder.getFileName() + "/events.jsonl:7");
    }

    @Test
    void aChangedEventIsFoundAtItsLine() {
        List<String> lines = events();
        lines.set(3, lines.get(3).replace(Mesh.TASK, "task_000000000000"));
        Gathered gathered = read(lines);
        assertThat(gathered.troubles()).containsExactly("HASH_MISMATCH@4");
        assertThat(gathered.records.get(3).integrity().isBroken()).isTrue();
        assertThat(gathered.records.get(4).integrity()).isEqualTo(Integrity.CHAIN_OK);
    }

    @Test
    void anEventThatWasHashedAgainBreaksTheChainAfterIt() {
        List<String> lines = events();
        JsonObject event = object(lines.get(3)).with("agent_id", "mallory").without("event_hash");
        lines.set(3, JsonWriter.compact(event.with("event_hash", Sha256Hash.of(event))));
        assertThat(read(lines).troubles()).containsExactly("CHAIN_BROKEN@5");
    }

    @Test
    void aMissingEventIsFoundWhereItShouldBe() {
        List<String> lines = events();
        lines.remove(2);
        assertThat(read(lines).troubles()).containsExactly("SEQUENCE_GAP@3", "CHAIN_BROKEN@3");
    }

    @Test
    void aMissingBeginningIsFoundAtTheFirstLine() {
        List<String> lines = events();
        lines.removeFirst();
        assertThat(read(lines).troubles()).containsExactly("SEQUENCE_GAP@1", "CHAIN_BROKEN@1");
    }

    @Test
    void swappedEventsAreFound() {
        List<String> lines = events();
        Collections.swap(lines, 2, 3);
        assertThat(read(lines).troubles())
                .containsExactly(
                        "SEQUENCE_GAP@3",
                        "CHAIN_BROKEN@3",
                        "SEQUENCE_GAP@4",
                        "CHAIN_BROKEN@4",
                        "SEQUENCE_GAP@5",
                        "CHAIN_BROKEN@5");
    }

    @Test
    void aRepeatedEventIsFound() {
        List<String> lines = events();
        lines.add(4, lines.get(3));
        assertThat(read(lines).troubles()).containsExactly("SEQUENCE_GAP@5", "CHAIN_BROKEN@5");
    }

    @Test
    void aHalfWrittenLastLineIsNoBrokenChain() {
        String text = String.join("\n", events());
        Gathered gathered = read(text.substring(0, text.length() - 20).getBytes(StandardCharsets.UTF_8));
        assertThat(gathered.troubles()).containsExactly("UNREADABLE_LINE@7");
        assertThat(gathered.records).hasSize(6);
    }

    @Test
    void aLineInTheMiddleThatCannotBeReadBreaksTheChain() {
        List<String> lines = events();
        lines.set(3, "{" + lines.get(3));
        assertThat(read(lines).troubles()).containsExactly("UNREADABLE_LINE@4", "CHAIN_BROKEN@5");
    }

    @Test
    void theEnvelopeLiesInThePayload() {
        Gathered gathered =
                read(event("{\"task_id\":\"task_a\",\"terminal_state\":\"MERGED\",\"bridge_status\":\"BRIDGE_EMIT_OK\","
                        + "\"_ewp_version\":\"0\",\"_ewp_task_id\":\"task_b\",\"_ewp_episode_id\":\"\","
                        + "\"_ewp_parent_ids\":[\"agentmesh:evt_000027\",\"quintet:qt_x\"]}"));
        FoundRecord receipt = gathered.only();
        assertThat(gathered.findings).isEmpty();
        assertThat(receipt.content().identity().stated(Field.TASK))
                .hasValueSatisfying(task -> assertThat(task.basis()).isEqualTo(Basis.ENVELOPE));
        assertThat(receipt.content().identity().value(Field.EPISODE)).isEmpty();
        assertThat(receipt.content().parents()).hasToString("[agentmesh:evt_000027, quintet:qt_x]");
        assertThat(receipt.content().facts().string("terminal_state")).contains("merged");
        assertThat(receipt.content().facts().string("shape")).contains("gate_check");
    }

    @Test
    void anEnvelopeWithoutAVersionOrWithAnotherIsReadAndTold() {
        assertThat(read(event("{\"_ewp_task_id\":\"task_b\"}")).troubles()).containsExactly("EWP_VERSION_MISSING@1");
        Gathered next = read(event("{\"_ewp_version\":\"1\",\"_ewp_task_id\":\"task_b\"}"));
        assertThat(next.troubles()).containsExactly("EWP_VERSION_UNKNOWN@1");
        assertThat(next.only().content().identity().value(Field.TASK)).contains("task_b");
    }

    @Test
    void aReceiptHasOneOfThreeShapes() {
        assertThat(shape("{\"terminal_state\":\"ABORTED\"}")).isEqualTo("gate_check");
        assertThat(shape("{\"action\":\"posture_comment\"}")).isEqualTo("posture_comment");
        assertThat(shape("{\"sha\":\"411d959\",\"command\":\"assay-gate-check\"}"))
                .isEqualTo("commit_hook");
    }

    private String shape(String payload) {
        return read(event(payload)).only().content().facts().string("shape").orElse("");
    }

    @Test
    void aCcoiEnvelopeCountsAsNative() {
        FoundRecord receipt = read(event("{\"terminal_state\":\"MERGED\",\"ccoi_envelope\":{\"ccoi_version\":\"0.1\","
                        + "\"correlation_id\":\"task_33b61cff7da2\",\"payload\":{\"episode_id\":\"ep_1\"}}}"))
                .only();
        assertThat(receipt.content().identity().stated(Field.CORRELATION)).hasValueSatisfying(stated -> {
            assertThat(stated.value()).isEqualTo("task_33b61cff7da2");
            assertThat(stated.basis()).isEqualTo(Basis.NATIVE);
        });
        assertThat(receipt.content().identity().value(Field.EPISODE)).contains("ep_1");
        assertThat(receipt.content().identity().value(Field.TASK)).contains("task_33b61cff7da2");
    }

    private static List<String> event(String payload) {
        JsonObject event = object("{\"event_id\":\"evt_000001\",\"seq\":1,\"kind\":\"ASSAY_RECEIPT\",\"payload\":"
                + payload + ",\"prev_hash\":\"" + Sha256Hash.GENESIS + "\"}");
        return List.of(JsonWriter.compact(event.with("event_hash", Sha256Hash.of(event))));
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    @Test
    void noSpoiltByteGoesUnnoticed() {
        byte[] sound = (String.join("\n", events()) + "\n").getBytes(StandardCharsets.UTF_8);
        Seeds.check(300, random -> {
            byte[] spoilt = sound.clone();
            int at = random.nextInt(spoilt.length - 1);
            spoilt[at] ^= (byte) (1 << random.nextInt(7));
            Gathered gathered = read(spoilt);
            assertThat(gathered.findings)
                    .as("byte " + at + " became " + (char) spoilt[at])
                    .anyMatch(finding -> finding.code().severity().compareTo(Severity.ERROR) >= 0);
        });
    }

    @Test
    void anyBytesAreReadWithoutAnException() {
        byte[] sound = (String.join("\n", events()) + "\n").getBytes(StandardCharsets.UTF_8);
        Seeds.check(200, random -> {
            byte[] spoilt = sound.clone();
            for (int i = random.nextInt(60); i > 0; i--) {
                // The first event stays as it is: it tells what file this is.
                spoilt[400 + random.nextInt(spoilt.length - 400)] = (byte) random.nextInt(256);
            }
            assertThat(read(spoilt).records).hasSizeLessThanOrEqualTo(spoilt.length);
        });
    }
}
