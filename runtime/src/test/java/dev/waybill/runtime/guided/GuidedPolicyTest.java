package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The policy that an agent's call names is in force for what that call does, and for nothing after it.
class GuidedPolicyTest {

    private final Guide guide = new Guide()
            .knows(
                    "{'id':'steps','name':'n','description':'d','version':'1.0.0','steps':[{'id':'one','title':'One','prompt':'p'},{'id':'two','title':'Two','prompt':'p'}]}");

    private static Client under(String version) {
        return new Client(
                Guide.ACME,
                "agent",
                JsonObject.builder()
                        .put(EvidenceEnvelope.POLICY_VERSION, version)
                        .build());
    }

    private static List<Optional<String>> versions(List<Event> events) {
        return events.stream()
                .map(event -> event.envelope().text(EvidenceEnvelope.POLICY_VERSION))
                .distinct()
                .toList();
    }

    @Test
    void eachCallStatesItsOwn() {
        GuidedAnswer one = guide.tools.start(
                JsonObject.builder().put("workflowId", "steps").build(), under("old"));
        GuidedAnswer two = guide.tools.advance(Guide.request(one, "{}"), under("new"));
        GuidedAnswer end = guide.advance(two, "{}");
        assertThat(versions(guide.events(Guide.run(end))))
                .containsExactly(Optional.of("old"), Optional.of("new"), Optional.empty());

        GuidedAnswer branch =
                guide.tools.advance(Guide.request(one, "{'output':{'notesMarkdown':'another way'}}"), under("later"));
        assertThat(Guide.run(branch)).isNotEqualTo(Guide.run(end));
        assertThat(guide.events(Guide.run(branch)).getLast().envelope().text(EvidenceEnvelope.POLICY_VERSION))
                .contains("later");
    }
}
