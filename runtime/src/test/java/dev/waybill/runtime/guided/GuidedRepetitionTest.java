package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCode;
import dev.waybill.runtime.check.FsckFinding;
import dev.waybill.runtime.check.Repetition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `fsck --deep` decides guided runs again, too: every step that an agent took, and every one that was refused.
class GuidedRepetitionTest {

    private final Guide guide = new Guide().knows("""
            {'id': 'colours', 'name': 'Colours', 'description': 'Chooses a colour', 'version': '1.0.0', 'steps': [
              {'id': 'choose', 'title': 'Choose', 'prompt': 'Choose a colour.',
               'validationCriteria': [{'type': 'contains', 'value': 'colour', 'message': 'say which colour'}]},
              {'id': 'finish', 'title': 'Finish', 'prompt': 'Say good-bye to {{colour}}.'}]}""");

    GuidedRepetitionTest() {
        GuidedAnswer start = guide.start("colours", "{'ticketId': 'AUTH-1234'}");
        guide.advance(start, "{'context': {'notesMarkdown': 'nothing to say'}}");
        GuidedAnswer chosen =
                guide.advance(start, "{'context': {'colour': 'red', 'notesMarkdown': 'the colour is red'}}");
        guide.advance(chosen, "{'output': {'artifacts': [{'kind': 'farewell', 'text': 'bye'}]}}");
    }

    private List<FsckFinding> notRepeated(RunStore store) {
        List<FsckFinding> findings = new ArrayList<>();
        Repetition repetition = new Repetition(NodeTypes.core(), Limits.DEFAULT, "1");
        var counts = Fsck.check(store, guide.keys, guide.instant(), repetition, findings::add);
        assertThat(counts.repeated()).isEqualTo(1);
        return findings.stream()
                .filter(finding -> finding.code() == FsckCode.EVENT_NOT_REPEATED)
                .toList();
    }

    @Test
    void whatAnAgentDidComesOutTheSame() {
        assertThat(notRepeated(guide.store)).isEmpty();
    }

    @Test
    void aStepThatDoesNotFollowFromWhatTheAgentSaidIsFound() {
        assertThat(notRepeated(rewritten("\"colour\":\"red\"", "\"colour\":\"sad\"")))
                .hasSize(1);
    }

    @Test
    void aRefusalWithoutAReasonThatWeKnowIsFound() {
        assertThat(notRepeated(rewritten("\"code\":\"invalid_notes\"", "\"code\":\"invalid_nonce\"")))
                .hasSize(1);
    }

    /// Somebody edits what never goes on the wire.
    private RunStore rewritten(String from, String to) {
        return (RunStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RunStore.class}, (_, method, arguments) -> {
                    Object result;
                    try {
                        result = method.invoke(guide.store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    return method.getName().equals("events") ? edited((List<?>) result, from, to) : result;
                });
    }

    private static List<StoredEvent> edited(List<?> events, String from, String to) {
        return events.stream()
                .map(StoredEvent.class::cast)
                .map(event -> new StoredEvent(
                        event.sequence(),
                        event.type(),
                        event.nodeId(),
                        event.publicPart(),
                        text(event.privatePart()).replace(from, to).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
