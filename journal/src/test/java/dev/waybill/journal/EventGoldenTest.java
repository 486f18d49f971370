package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.event.EventTypes;
import dev.waybill.journal.event.RunEvent;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The bytes of every event type, as they stand in stores for ever. They are compared with files, so every build is
/// another JVM that must write the same.
class EventGoldenTest {

    private final Golden golden = new Golden();
    private final List<RunEvent> facts = Samples.facts();

    @TestFactory
    Stream<DynamicTest> bytesStayAsTheyWere() {
        return facts.stream()
                .map(fact -> DynamicTest.dynamicTest(
                        fact.type(),
                        () -> golden.check(
                                fact.type(), EventCodec.encode(event(fact)).publicPart())));
    }

    @TestFactory
    Stream<DynamicTest> bytesReadBackAsTheFact() {
        return facts.stream()
                .map(fact -> DynamicTest.dynamicTest(fact.type(), () -> {
                    Event event = event(fact);
                    assertThat(EventCodec.decode(
                                    Samples.RUN,
                                    new StoredEvent(
                                            event.sequence(),
                                            fact.type(),
                                            fact.nodeId(),
                                            golden.bytes(fact.type()),
                                            new byte[0])))
                            .isEqualTo(event);
                }));
    }

    @Test
    void everyKnownTypeHasItsFileAndNoFileIsLeftOver() {
        assertThat(golden.names()).containsExactlyInAnyOrderElementsOf(EventTypes.known());
        assertThat(facts).extracting(RunEvent::type).containsExactlyInAnyOrderElementsOf(EventTypes.known());
    }

    @Test
    void everyRecordOfAFactIsListed() {
        List<String> listed =
                facts.stream().map(fact -> fact.getClass().getName()).toList();
        assertThat(Stream.of(RunEvent.class.getPermittedSubclasses())
                        .filter(Class::isInterface)
                        .flatMap(EventGoldenTest::records)
                        .distinct())
                .extracting(Class::getName)
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isInterface()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(EventGoldenTest::records)
                : Stream.of(type);
    }

    @Test
    void everySampleFillsEveryMember() throws ReflectiveOperationException {
        for (RunEvent fact : facts) {
            for (RecordComponent component : fact.getClass().getRecordComponents()) {
                assertThat(component.getAccessor().invoke(fact))
                        .as("%s.%s", fact.type(), component.getName())
                        .isNotNull();
            }
        }
    }

    @Test
    void everyFileCarriesTheEvidenceEnvelope() {
        for (String type : golden.names()) {
            assertThat(new String(golden.bytes(type), java.nio.charset.StandardCharsets.UTF_8))
                    .contains("\"_ewp_version\":\"0\"", "\"_ewp_correlation_id\":", "\"_ewp_parent_ids\":")
                    .doesNotContain("\"runId\"");
        }
    }

    private Event event(RunEvent fact) {
        return Samples.event(fact, facts.indexOf(fact));
    }
}
