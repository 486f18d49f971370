package dev.waybill.evidence.read.quintet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.canonical.PythonJson;
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

class PolicyChangesReaderTest {

    @TempDir
    Path folder;

    private Gathered read(List<String> lines) {
        return read((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Gathered read(byte[] bytes) {
        try {
            return Gathered.by(new PolicyChangesReader(), Files.write(folder.resolve("receipts.jsonl"), bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> changes() {
        List<String> lines = new ArrayList<>();
        JsonValue previous = JsonNull.NULL;
        for (int i = 1; i <= 4; i++) {
            JsonObject receipt = JsonObject.builder()
                    .put("receipt_id", "r" + i)
                    .put("timestamp", "2026-11-15T18:01:00.15105" + i)
                    .put(
                            "experiment",
                            JsonObject.builder()
                                    .put("name", "größer")
                                    .put(
                                            "intervention",
                                            JsonObject.builder()
                                                    .put("parameter_name", "brain_temperature")
                                                    .put("old_value", new JsonNumber("0.7"))
                                                    .put("new_value", new JsonNumber("1e-07"))
                                                    .build())
                                    .put(
                                            "causal_summary",
                                            JsonObject.builder()
                                                    .put("promotion_recommendation", "PROMOTE")
                                                    .build())
                                    .build())
                    .put("promoted", true)
                    .build();
            String hash = Digest.of(PythonJson.spaced(receipt, List.of())).hex();
            lines.add(JsonWriter.compact(receipt.with("receipt_hash", hash)
                    .with("parent_hash", previous)
                    .with("sequence_number", i)));
            previous = new JsonString(hash);
        }
        return lines;
    }

    @Test
    void aSoundLogHoldsAndTellsWhatIsNotCovered() {
        Gathered gathered = read(changes());
        assertThat(gathered.troubles()).containsExactly("TIME_WITHOUT_ZONE@0");
        assertThat(gathered.findings.getFirst().message()).startsWith("4 records");
        FoundRecord second = gathered.records.get(1);
        assertThat(second.integrity().detail()).isEqualTo("hash ok, links not covered by it");
        assertThat(second.content().facts().get(Fact.NEW_VALUE)).hasToString("1e-07");
        assertThat(second.content().facts().string(Fact.OUTCOME)).contains("PROMOTE");
        assertThat(second.content().parents())
                .isEqualTo(gathered.records.getFirst().content().aliases());
    }

    @Test
    void aChangedReceiptIsFound() {
        List<String> lines = changes();
        lines.set(1, lines.get(1).replace("1e-07", "0.0000001"));
        assertThat(read(lines).troubles()).startsWith("HASH_MISMATCH@2");
    }

    @Test
    void missingSwappedAndRepeatedReceiptsAreFound() {
        List<String> missing = changes();
        missing.remove(1);
        assertThat(read(missing).troubles()).startsWith("SEQUENCE_GAP@2", "CHAIN_BROKEN@2");
        List<String> swapped = changes();
        Collections.swap(swapped, 1, 2);
        assertThat(read(swapped).troubles()).startsWith("SEQUENCE_GAP@2", "CHAIN_BROKEN@2", "SEQUENCE_GAP@3");
        List<String> repeated = changes();
        repeated.add(2, repeated.get(1));
        assertThat(read(repeated).troubles()).startsWith("SEQUENCE_GAP@3", "CHAIN_BROKEN@3");
    }

    @Test
    void noSpoiltByteGoesUnnoticed() {
        byte[] sound = (String.join("\n", changes()) + "\n").getBytes(StandardCharsets.UTF_8);
        Seeds.check(200, random -> {
            byte[] spoilt = sound.clone();
            int at = 500 + random.nextInt(spoilt.length - 501);
            spoilt[at] ^= (byte) (1 << random.nextInt(7));
            assertThat(read(spoilt).findings)
                    .as("byte " + at + " became " + (char) spoilt[at])
                    .anyMatch(finding -> finding.code().severity().compareTo(Severity.ERROR) >= 0);
        });
    }
}
