package dev.waybill.agents.memory;

import static dev.waybill.agents.TestCall.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.Outside;
import dev.waybill.agents.TestCall;
import dev.waybill.agents.model.config.Models;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.Memory;
import dev.waybill.engine.node.MemoryDraft;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.memory.MemoryEntry;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A memory is searched by meaning; here by that of the mock, which counts words.
class MemorySearchTest {

    private final MemorySearch search = new MemorySearch(Models.of(new Outside(
            new Egress(new EgressRules(List.of(), false)),
            JsonObject.EMPTY,
            JsonObject.EMPTY,
            JsonObject.EMPTY,
            reference -> reference)));

    private static Memory remembering(String... contents) {
        List<MemoryEntry> entries = new ArrayList<>();
        for (int i = 0; i < contents.length; i++) {
            entries.add(new MemoryEntry("e" + i, contents[i], List.of(), Instant.ofEpochSecond(i), null));
        }
        return new Memory() {
            @Override
            public List<MemoryEntry> list(String ref, int limit, @Nullable String tag) {
                return ref.equals("notes") ? entries.reversed().subList(0, Math.min(limit, entries.size())) : List.of();
            }

            @Override
            public Optional<MemoryEntry> get(String ref, String id) {
                return Optional.empty();
            }

            @Override
            public MemoryEntry write(String ref, MemoryDraft draft) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private TestCall call(String config) {
        return TestCall.of(search, config, "{'query':'likes trains'}")
                .remembering(remembering("likes planes", "pays late", "likes trains a lot"));
    }

    private static WorkflowNode withoutAnAgent(String config) {
        JsonObject document = json(
                "{'id':'w','name':'W','version':'1.0.0','nodes':[{'id':'n','typeId':'waybill.memory.search','config':%s}]}"
                        .formatted(config));
        return ((Read.Ok) DefinitionReader.read(document)).definition().nodes().getFirst();
    }

    private static List<String> ids(JsonObject outputs) {
        JsonArray matches = outputs.array("matches").orElseThrow();
        return matches.items().stream()
                .map(match -> match.asObject().flatMap(it -> it.string("id")).orElseThrow())
                .toList();
    }

    @Test
    void theNearestEntriesComeWithTheirScores() throws Exception {
        JsonObject outputs =
                call("{'memory':'notes','provider':'mock','minScore':0.1}").outputs(search);
        assertThat(ids(outputs)).containsExactly("e2", "e0");
        assertThat(outputs.array("matches")
                        .orElseThrow()
                        .get(0)
                        .asObject()
                        .orElseThrow()
                        .get("score"))
                .hasToString("0.707107");
        assertThat(outputs.get("searched")).hasToString("3");
    }

    @Test
    void itLooksAtTheNewestAndGivesNoMoreThanItIsAskedFor() throws Exception {
        JsonObject outputs = call("{'memory':'notes','provider':'mock','limit':1,'candidates':2}")
                .outputs(search);
        assertThat(ids(outputs)).containsExactly("e2");
        assertThat(outputs.get("searched")).hasToString("2");
    }

    @Test
    void whatWasUsedIsToldOnceAndVectorsAreNotMadeTwice() throws Exception {
        TestCall first = call("{'memory':'notes','provider':'mock'}");
        first.run(search);
        assertThat(first.facts()).hasSize(1).first().isInstanceOf(AgentFact.ProviderUsage.class);
        TestCall second = call("{'memory':'notes','provider':'mock'}");
        second.run(search);
        assertThat(second.facts()).isEmpty();
    }

    @Test
    void anEmptyMemoryAsksNobody() throws Exception {
        TestCall call = call("{'memory':'nothing','provider':'mock'}");
        assertThat(ids(call.outputs(search))).isEmpty();
        assertThat(call.facts()).isEmpty();
    }

    @Test
    void whatCannotBeSearchedIsRefused() throws Exception {
        assertThat(search.check(withoutAnAgent("{}"))).hasSize(1);
        assertThat(search.check(withoutAnAgent("{'memory':'notes'}"))).isEmpty();
        assertThat(search.check(call("{}").node().node()))
                .as("an agent has a memory of its own")
                .isEmpty();
        assertThat(call("{'memory':'notes','provider':'nobody'}").error(search)).isEqualTo("model_not_supported");
        TestCall silent = TestCall.of(search, json("{'memory':'notes'}"), JsonObject.EMPTY, 1)
                .remembering(remembering());
        assertThat(silent.error(search)).isEqualTo("validation_error");
    }
}
