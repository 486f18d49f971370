package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.ModelFact.EnvelopeTruncated;
import dev.waybill.journal.event.NodeFact.NodeCompleted;
import dev.waybill.journal.event.NodeFact.NodeFailed;
import dev.waybill.journal.event.NodeFact.NodeStarted;
import dev.waybill.journal.event.RunError;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.RunFact.ClockStepped;
import dev.waybill.journal.event.RunFact.RunResumed;
import dev.waybill.journal.event.UnknownFact;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventCodecTest {

    private final NodeStarted started = new NodeStarted("wait", "core.delay", 1, 1, null);

    @Test
    void theWireShowsTheRunAndTheStoredBytesDoNot() {
        Event event = Samples.event(started, 3);
        JsonObject wire = EventCodec.toWire(event);
        assertThat(wire.string("runId")).contains(Samples.RUN.value());
        assertThat(wire.without("runId"))
                .hasToString(text(EventCodec.encode(event).publicPart()));
    }

    @Test
    void aCutAnswerSaysThatNothingOfItWasUsedAndOlderLogsStaySilent() {
        EnvelopeTruncated now = new EnvelopeTruncated("wait", "mock", "mini", "max_tokens", 5);
        EnvelopeTruncated then = new EnvelopeTruncated("wait", "mock", "mini", "max_tokens", 5, false);
        assertThat(now.payload().toString()).contains("\"partialPayloadAvailable\":false");
        assertThat(then.payload().toString()).doesNotContain("partialPayloadAvailable");
        for (EnvelopeTruncated fact : new EnvelopeTruncated[] {now, then}) {
            Event event = Samples.event(fact, 3);
            assertThat(EventCodec.decode(Samples.RUN, EventCodec.encode(event))).isEqualTo(event);
        }
    }

    @Test
    void aForkReadsItsSourcesBytesUnderItsOwnName() {
        Event event = Samples.event(started, 3);
        Event read = EventCodec.decode(Samples.PARENT, EventCodec.encode(event));
        assertThat(read).isEqualTo(event.readAs(Samples.PARENT)).isNotEqualTo(event);
    }

    @Test
    void aRecordOutsideOfItsRunSaysWhoseChildBranchOrReplayTheRunIs() {
        Event event = Samples.event(started, 3);
        JsonObject wire = EventCodec.toWire(event);
        assertThat(record("start", event)).isEqualTo(wire);
        assertThat(record("child", event).string("parentRunId")).contains(Samples.PARENT.value());
        assertThat(record("fork", event).object("forkedFrom").orElseThrow().toString())
                .isEqualTo("{\"runId\":\"%s\",\"sequence\":12,\"mode\":\"branch\"}".formatted(Samples.PARENT));
        assertThat(record("replay", event).toString()).contains("\"mode\":\"replay\"");
        assertThat(record("replay", event).without("forkedFrom")).isEqualTo(wire);
    }

    private static JsonObject record(String origin, Event event) {
        return EventCodec.toRecord(Objects.requireNonNull(Samples.headers().get(origin)), event);
    }

    @Test
    void whatIsHiddenComesBackAndStaysOffTheWire() {
        JsonObject hidden = Samples.json("{\"invocationId\":\"secret-1\"}");
        Event event =
                new Event(Samples.RUN, 0, "evt_1", Samples.TIME, null, new RunResumed(), EvidenceEnvelope.NONE, hidden);
        StoredEvent stored = EventCodec.encode(event);
        assertThat(EventCodec.decode(Samples.RUN, stored)).isEqualTo(event);
        assertThat(text(stored.publicPart())).doesNotContain("secret-1");
        assertThat(EventCodec.toWire(event).toString()).doesNotContain("secret-1");
    }

    @Test
    void nothingHiddenIsNoBytes() {
        assertThat(EventCodec.encode(Samples.event(started, 0)).privatePart()).isEmpty();
    }

    @Test
    void aTypeThatNobodyKnowsIsKeptAsItCame() {
        String bytes = "{\"eventId\":\"e\",\"sequence\":4,\"type\":\"acme.canvas.published\",\"nodeId\":\"n\","
                + "\"timestamp\":\"2026-11-15T10:00:00.000000Z\",\"payload\":{\"z\":1.0,\"a\":[null,{\"deep\":1e2}]},"
                + "\"_ewp_version\":\"0\",\"_ewp_tomorrow\":{\"new\":true}}";
        StoredEvent stored = stored(4, "acme.canvas.published", "n", bytes);
        Event event = EventCodec.decode(Samples.RUN, stored);
        assertThat(event.fact()).isInstanceOf(UnknownFact.class);
        assertThat(event.nodeId()).isEqualTo("n");
        assertThat(text(EventCodec.encode(event).publicPart())).isEqualTo(bytes);
    }

    @Test
    void aPayloadOfAnUnknownTypeMayBeAnyValue() {
        for (JsonValue payload : new JsonValue[] {JsonNull.NULL, JsonBool.TRUE, new JsonString(""), JsonArray.EMPTY}) {
            Event event = Samples.event(new UnknownFact("acme.thing", null, payload), 0);
            assertThat(EventCodec.decode(Samples.RUN, EventCodec.encode(event))).isEqualTo(event);
        }
    }

    @Test
    void timesAreKeptToTheMicrosecondBeforeAndAfterStoring() {
        Instant fine = Instant.parse("2026-11-15T10:00:00.123456789Z");
        Event event = new Event(
                Samples.RUN,
                0,
                "evt_1",
                fine,
                null,
                new ClockStepped(fine, fine.plusNanos(1)),
                EvidenceEnvelope.NONE,
                JsonObject.EMPTY);
        assertThat(event.timestamp()).isEqualTo(Instant.parse("2026-11-15T10:00:00.123456Z"));
        assertThat(EventCodec.decode(Samples.RUN, EventCodec.encode(event))).isEqualTo(event);
    }

    @Test
    void cutBytesAreACorruptLog() {
        for (RunEvent fact : Samples.facts()) {
            StoredEvent whole = EventCodec.encode(Samples.event(fact, 0));
            for (int length = 0; length < whole.publicPart().length; length++) {
                corrupt(new StoredEvent(
                        0, fact.type(), fact.nodeId(), Arrays.copyOf(whole.publicPart(), length), new byte[0]));
            }
        }
    }

    @Test
    void anEventWithoutOneOfItsMembersIsACorruptLog() {
        JsonObject json = json(Samples.event(started, 5));
        for (String name : new String[] {"eventId", "sequence", "type", "nodeId", "timestamp", "payload"}) {
            corrupt(stored(5, started.type(), "wait", json.without(name)));
            corrupt(stored(5, started.type(), "wait", json.with(name, JsonArray.EMPTY)));
        }
        corrupt(stored(5, started.type(), "wait", json.with("causationId", 1)));
        corrupt(stored(5, started.type(), "wait", json.with("timestamp", "2026-11-15T10:00:00Z")));
    }

    @Test
    void anEventAtAnotherPlaceThanItSaysIsACorruptLog() {
        StoredEvent stored = EventCodec.encode(Samples.event(started, 5));
        assertThatExceptionOfType(CorruptLog.class)
                .isThrownBy(() -> EventCodec.decode(
                        Samples.RUN,
                        new StoredEvent(6, stored.type(), stored.nodeId(), stored.publicPart(), new byte[0])))
                .withMessageContaining(Samples.RUN.value())
                .withMessageContaining("event 6")
                .withMessageContaining("number 5");
    }

    @Test
    void aColumnThatContradictsTheBytesIsACorruptLog() {
        String bytes = text(EventCodec.encode(Samples.event(started, 5)).publicPart());
        corrupt(stored(5, "node.completed", "wait", bytes));
        corrupt(stored(5, "node.started", "other", bytes));
        corrupt(stored(5, "node.started", null, bytes));
    }

    @Test
    void anEnvelopeAndAPayloadThatNameTwoNodesAreACorruptLog() {
        JsonObject json = json(Samples.event(started, 5)).with("nodeId", "other");
        corrupt(stored(5, started.type(), "other", json));
    }

    @Test
    void aDamagedHiddenPartIsACorruptLog() {
        StoredEvent stored = EventCodec.encode(Samples.event(started, 5));
        corrupt(new StoredEvent(5, stored.type(), stored.nodeId(), stored.publicPart(), new byte[] {'{'}));
    }

    @Test
    void aCountThatDoesNotFitIsACorruptLogAndNotAnotherCount() {
        JsonObject json = json(Samples.event(started, 5));
        JsonObject payload = json.object("payload").orElseThrow();
        corrupt(stored(5, started.type(), "wait", json.with("payload", payload.with("ordinal", (1L << 32) + 1))));
    }

    @Test
    void aFlagOfAnotherKindIsACorruptLog() {
        RunEvent failed = new NodeFailed("wait", RunError.retryable("c", "m"), 1);
        JsonObject json = json(Samples.event(failed, 5));
        JsonObject payload = json.object("payload").orElseThrow();
        JsonObject error = payload.object("error").orElseThrow().with("retryable", "true");
        corrupt(stored(5, failed.type(), "wait", json.with("payload", payload.with("error", error))));
    }

    @Test
    void whatCouldNotBeReadBackIsNeverWritten() {
        unwritable(new JsonNumber("1e400"));
        unwritable(new JsonNumber("NaN"));
        unwritable(new JsonString("\uD800"));
        unwritable(nested(100_000));
        unwritable(nested(254));
        Event deep = Samples.event(completed(nested(253)), 0);
        assertThat(EventCodec.decode(Samples.RUN, EventCodec.encode(deep))).isEqualTo(deep);
    }

    @Test
    void anIntegerOfAnySizeKeepsAllItsDigits() {
        Event large = Samples.event(completed(new JsonNumber("123456789012345678901234567890")), 0);
        assertThat(EventCodec.decode(Samples.RUN, EventCodec.encode(large))).isEqualTo(large);
    }

    private static NodeCompleted completed(JsonValue output) {
        return new NodeCompleted("n", JsonObject.builder().put("output", output).build());
    }

    private static JsonValue nested(int depth) {
        JsonValue value = JsonNull.NULL;
        for (int i = 0; i < depth; i++) {
            value = JsonArray.of(value);
        }
        return value;
    }

    private static void unwritable(JsonValue output) {
        assertThatIllegalArgumentException().isThrownBy(() -> EventCodec.encode(Samples.event(completed(output), 0)));
    }

    private static void corrupt(StoredEvent stored) {
        assertThatExceptionOfType(CorruptLog.class)
                .as(text(stored.publicPart()))
                .isThrownBy(() -> EventCodec.decode(Samples.RUN, stored));
    }

    private static JsonObject json(Event event) {
        return StoredJson.read(EventCodec.encode(event).publicPart());
    }

    private static StoredEvent stored(long sequence, String type, @Nullable String nodeId, JsonObject json) {
        return stored(sequence, type, nodeId, json.toString());
    }

    private static StoredEvent stored(long sequence, String type, @Nullable String nodeId, String bytes) {
        return new StoredEvent(sequence, type, nodeId, bytes.getBytes(StandardCharsets.UTF_8), new byte[0]);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void thePayloadTellsTheHostOfACauseOnAnotherHost() {
        Event returned = caused(
                new AgentFact.AgentToolReturned(
                        "work", "acme.agent", "ship", "call-1", null, null, AgentFact.ToolStatus.OK),
                "waybill-b");
        assertThat(EventCodec.toWire(returned).object("payload").orElseThrow().string("causationHostId"))
                .contains("waybill-b");
        assertThat(EventCodec.decode(returned.runId(), EventCodec.encode(returned)))
                .isEqualTo(returned);
        Event here = caused(returned.fact(), null);
        assertThat(EventCodec.toWire(here).toString()).doesNotContain("causationHostId");
    }

    @Test
    void onlyPayloadsOfOpenWopsListTellIt() {
        RunEvent other = new RunFact.RunResumed();
        assertThatThrownBy(() -> caused(other, "waybill-b")).hasMessageContaining("does not tell the host");
    }

    private static Event caused(RunEvent fact, @Nullable String host) {
        Event sample = Samples.event(fact, 3);
        return new Event(
                sample.runId(),
                sample.sequence(),
                sample.eventId(),
                sample.timestamp(),
                sample.causationId(),
                host,
                fact,
                sample.envelope(),
                sample.hidden());
    }
}
