package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.RunEvent;
import dev.waybill.testkit.Seeds;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What holds for every event, not only for the samples.
class EventPropertyTest {

    @Test
    void everyEventReadsBackAsItWas() {
        Set<String> seen = Collections.synchronizedSet(new LinkedHashSet<>());
        Seeds.check(2_000, random -> {
            Event event = new RandomEvents(random).event();
            seen.add(event.type());
            StoredEvent stored = EventCodec.encode(event);
            Event read = EventCodec.decode(event.runId(), stored);
            assertThat(read).isEqualTo(event);
            assertThat(EventCodec.encode(read).publicPart()).isEqualTo(stored.publicPart());
            assertThat(EventCodec.encode(read).privatePart()).isEqualTo(stored.privatePart());
        });
        assertThat(seen).as("the generator covers every type").containsAll(EventTypes.known());
    }

    @Test
    void noPayloadHoldsTheNameOfItsRunOrAnythingOfItsEnvelope() {
        Seeds.check(300, random -> {
            Event event = new RandomEvents(random).event();
            RunEvent fact = event.fact();
            JsonObject wire = EventCodec.toWire(event);
            assertThat(wire.get("payload")).isEqualTo(fact.payload());
            assertThat(wire.string("type")).contains(fact.type());
            assertThat(wire.string("runId")).contains(event.runId().value());
        });
    }

    @Test
    void anyDamageIsACorruptLogOrAnotherEventAndNeverAnythingElse() {
        Seeds.check(2_000, random -> {
            StoredEvent stored = EventCodec.encode(new RandomEvents(random).event());
            byte[] damaged = damage(stored.publicPart().clone(), random);
            try {
                Event read = EventCodec.decode(
                        Samples.RUN,
                        new StoredEvent(
                                stored.sequence(), stored.type(), stored.nodeId(), damaged, stored.privatePart()));
                assertThat(read.sequence()).isEqualTo(stored.sequence());
                assertThat(read.type()).isEqualTo(stored.type());
                assertThat(read.nodeId()).isEqualTo(stored.nodeId());
            } catch (CorruptLog expected) {
                assertThat(expected).hasMessageContaining(Samples.RUN.value());
            }
        });
    }

    private static byte[] damage(byte[] bytes, Random random) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
