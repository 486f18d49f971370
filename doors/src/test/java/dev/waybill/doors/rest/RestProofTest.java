package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Verdicts over HTTP, for what cannot be judged; what can is shown with real receipts by the dashboard's tests.
class RestProofTest {

    private final RestDesk desk = new RestDesk();

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void aRunThatIsNotThereHasNoProof() {
        desk.get("/v1/host/waybill/runs/run_01M7MRC3JF6BGECF2EH3TH8XEX/proof").is(404);
    }

    @Test
    void whatHoldsNoReceiptsIsRefusedInWords() {
        assertThat(desk.post("/v1/host/waybill/proofs", "").is(400).text("message"))
                .contains("empty body");
        assertThat(desk.post("/v1/host/waybill/proofs", "{'hello':1}").is(400).text("message"))
                .contains("expected", "found", "the body")
                .doesNotContain("/tmp", "waybill-");
    }
}
