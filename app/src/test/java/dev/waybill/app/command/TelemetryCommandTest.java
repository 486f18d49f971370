package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryCommandTest {

    @TempDir
    Path directory;

    private String bundle = "";

    @BeforeEach
    void signADemo() {
        Asked.waybill("demo", "--out", directory.toString());
        bundle = directory.resolve("bundle.zip").toString();
    }

    @Test
    void everyStepBecomesASpanOfOtlp() {
        Asked asked = Asked.waybill("telemetry", bundle);
        assertThat(asked.code()).isEqualTo(ExitCode.YES);
        assertThat(asked.json().array("resourceSpans").orElse(JsonArray.EMPTY).size())
                .isPositive();
        assertThat(asked.out()).contains("\"demo.publish\"", "\"links\"", "peac.step_id");
    }

    @Test
    void cloudEventsComeOneALine() {
        Asked asked = Asked.waybill("telemetry", bundle, "--format", "cloudevents");
        assertThat(asked.out().lines().toList()).hasSizeGreaterThanOrEqualTo(13).allMatch(line -> line.startsWith("{"));
    }

    @Test
    void receiptsThatDoNotHoldAreLeftOutAndCounted() {
        String key = directory.resolve("other.jwk").toString();
        Asked.waybill("keys", "new", "--out", key);
        Asked asked = Asked.waybill("telemetry", bundle, "--jwks", key);
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("19 invalid receipts were left out");
    }
}
