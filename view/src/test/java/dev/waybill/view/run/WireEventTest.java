package dev.waybill.view.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.CorruptLog;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.InterruptFact;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Events as clients get them, and as our own client reads them back.
class WireEventTest {

    private static final RunId RUN = new RunId("run_01JD2ZJ0A1B2C3D4E5F6G7H8J9");

    private static final Event QUESTION = new Event(
            RUN,
            4,
            "evt_01JD2ZK9M7N8P9Q0R1S2T3V4W5",
            Instant.parse("2026-11-15T10:00:00Z"),
            null,
            new InterruptFact.InterruptRequested("ask", "int_1", "approval", "ask:1", JsonObject.EMPTY, null, null),
            EvidenceEnvelope.of(JsonObject.EMPTY),
            JsonObject.EMPTY);

    @Test
    void aQuestionCarriesTheEnginesNamesBesideItsPayload() {
        JsonObject wire = WireEvent.of(QUESTION);
        assertThat(wire.string("interruptId")).contains("int_1");
        assertThat(wire.object("payload").orElseThrow().members()).doesNotContainKeys("nodeId", "interruptId");
    }

    @Test
    void aQuestionIsReadBackAsItWasAsked() {
        assertThat(WireEvent.read(RUN, WireEvent.of(QUESTION))).isEqualTo(QUESTION);
    }

    @Test
    void whatIsNoEventIsToldAsSuch() {
        JsonObject headless = WireEvent.of(QUESTION).without("eventId");
        assertThatThrownBy(() -> WireEvent.read(RUN, headless)).isInstanceOf(CorruptLog.class);
    }
}
