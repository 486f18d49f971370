package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers of models that are cut off, wrapped, wrong or refused, over HTTP and with the mock's program.
class EnvelopesInteropTest {

    private static final String VALID = "{'content':{'valid':true,'result':'ok'}}";
    private static final String CUT = "{'content':'{','stopReason':'max_tokens'}";
    private static final String PROSE = "{'content':'The result is fine, thank you.'}";

    private final JudgedHost host = JudgedHost.shared();
    private JsonObject snapshot = JsonObject.EMPTY;

    private Log ended(String fixture, String status, String program) {
        host.post(
                        JudgedHost.SEAMS + "/test/mock-ai/program",
                        "{'nodeId':'structured-call','program':[" + program + "]}")
                .is(200);
        String run = host.start("conformance-envelope-" + fixture);
        snapshot = host.until(run, status);
        return host.log(run);
    }

    private String code() {
        return snapshot.object("error").orElseThrow().string("code").orElseThrow();
    }

    @Test
    void anAnswerThatIsNoJsonIsAskedForOnceMore() {
        Log log = ended("retry-attempted", "completed", "{'content':'{no'}," + VALID);
        assertThat(log.of("envelope.retry.attempted").onePayload().get("attempt"))
                .hasToString("2");
    }

    @Test
    void anAnswerThatIsCutOffIsAskedForOnceMore() {
        Log log = ended("truncated", "completed", CUT + "," + VALID);
        assertThat(log.of("envelope.truncated").onePayload().string("stopReason"))
                .contains("max_tokens");
    }

    @Test
    void answersThatAreAlwaysCutOffBreachTheirCap() {
        Log log = ended("truncation-cap-exhaustion", "failed", String.join(",", List.of(CUT, CUT, CUT, VALID)));
        assertThat(log.of("envelope.retry.exhausted").onePayload().string("finalReason"))
                .contains("truncation");
        assertThat(log.of("cap.breached").onePayload().string("kind")).contains("schema");
        assertThat(log.of("provider.usage").events()).hasSize(3);
        assertThat(code()).isEqualTo("envelope_truncation_unrecoverable");
    }

    @Test
    void aFenceAroundAnAnswerIsTakenOff() {
        Log log = ended("recovery-applied", "completed", "{'content':'```json\\n{\\'result\\':\\'ok\\'}\\n```'}");
        assertThat(log.of("envelope.recovery.applied").onePayload().string("path"))
                .contains("markdown-fence");
        assertThat(log.of("envelope.retry.attempted").events()).isEmpty();
    }

    @Test
    void proseIsPutIntoShapeByOneMoreQuestion() {
        Log log = ended("nl-to-format-engaged", "completed", String.join(",", List.of(PROSE, PROSE, PROSE, VALID)));
        assertThat(log.of("envelope.nlToFormat.engaged").onePayload().get("fallbackCalls"))
                .hasToString("1");
    }

    @Test
    void aRefusalEndsTheRunAndItsWordsAreInTheLogAlone() {
        Log log = ended("refusal", "failed", "{'stopReason':'safety','refusalText':'not for Ada'}," + VALID);
        assertThat(log.of("envelope.refusal").events()).hasSize(1);
        assertThat(log.of("envelope.retry.attempted").events()).isEmpty();
        assertThat(snapshot.toString()).doesNotContain("Ada");
        assertThat(code()).isEqualTo("envelope_refusal");
    }
}
