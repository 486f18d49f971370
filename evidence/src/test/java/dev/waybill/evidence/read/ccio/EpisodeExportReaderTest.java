package dev.waybill.evidence.read.ccio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.Field;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpisodeExportReaderTest {

    private static final String EXPORT = """
            {"metadata": {"export_version": "1.0", "episode_count": 2, "_ewp_version": "0",
                          "_ewp_correlation_id": "corr_1", "_ewp_future": 1e-07},
             "episodes": [
              {"episode_id": "ep-001", "event_time": "2025-12-08T10:00:00Z", "outcome": "success",
               "receipt_ids": ["ccio:r1"], "policy": {"brain_temperature": 0.70}},
              {"episode_id": "ccio:ep-002", "metadata": {"_ewp_version": "0", "_ewp_correlation_id": "corr_2"}}]}
            """;

    @TempDir
    Path folder;

    private Gathered read(byte[] bytes) {
        try {
            return Gathered.by(new EpisodeExportReader(), Files.write(folder.resolve("loom.json"), bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Gathered read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theExportsEnvelopeGoesForEpisodesThatHaveNone() {
        Gathered gathered = read(EXPORT);
        assertThat(gathered.findings).isEmpty();
        assertThat(gathered.ids()).containsExactly("ccio:ep-001", "ccio:ep-002");
        assertThat(gathered.records.stream()
                        .map(r ->
                                r.content().identity().value(Field.CORRELATION).orElse("")))
                .containsExactly("corr_1", "corr_2");
        assertThat(new String(gathered.records.getFirst().raw(), StandardCharsets.UTF_8))
                .contains("\"brain_temperature\":0.70")
                .endsWith(
                        "\"metadata\":{\"_ewp_version\":\"0\",\"_ewp_correlation_id\":\"corr_1\",\"_ewp_future\":1e-07}}");
    }

    @Test
    void theStateOfThePolicyIsAFact() {
        assertThat(read(EXPORT).records.getFirst().content().facts().get(EpisodeRecord.POLICY))
                .hasToString("{\"brain_temperature\":0.70}");
    }

    @Test
    void anExportWithFewerEpisodesThanItCountsIsTold() {
        assertThat(read(EXPORT.replace("\"episode_count\": 2", "\"episode_count\": 3"))
                        .troubles())
                .containsExactly("SEQUENCE_GAP@0");
    }

    @Test
    void anEpisodeWithoutAnIdIsTold() {
        assertThat(read(EXPORT.replace("\"ep-001\"", "\"\"")).troubles()).containsExactly("UNREADABLE_LINE@1");
    }

    @Test
    void anyBytesAreReadWithoutAnException() {
        byte[] sound = EXPORT.getBytes(StandardCharsets.UTF_8);
        Seeds.check(300, random -> {
            byte[] spoilt = sound.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt(256);
            }
            if (new String(spoilt, StandardCharsets.ISO_8859_1).contains("\"episodes\"")
                    && new String(spoilt, StandardCharsets.ISO_8859_1).contains("\"episode_id\"")) {
                assertThat(read(spoilt).records).hasSizeLessThan(3);
            }
        });
    }
}
