package dev.waybill.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.id.Ulid;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.state.Fold;
import dev.waybill.journal.Event;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.event.DataFact;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunDiffTest {

    private static final WorkflowDefinition PLAN = definition("""
            {"id":"plan","name":"plan","version":"1","nodes":[
              {"id":"copy","typeId":"core.identity","name":"copy","position":{"x":0,"y":0},"config":{},
               "inputs":{"value":{"type":"variable","variableName":"topic"}}},
              {"id":"gate","typeId":"core.approvalGate","name":"gate","position":{"x":0,"y":0},"config":{},
               "inputs":{}}],
             "edges":[{"id":"e","sourceNodeId":"copy","targetNodeId":"gate"}],
             "triggers":[],"variables":[{"name":"topic","type":"string"}],
             "metadata":{"createdAt":"2026-11-15T00:00:00Z","updatedAt":"2026-11-15T00:00:00Z"},
             "settings":{}}
            """);

    private static WorkflowDefinition definition(String json) {
        JsonObject document =
                JsonReader.read(json, JsonLimits.DOCUMENT).asObject().orElseThrow();
        return switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalArgumentException(bad.errors().toString());
        };
    }

    private static Decision run(int seed, String topic) {
        Random random = Seeds.random(seed);
        Instant at = Instant.parse("2026-11-15T10:00:00Z").plusSeconds(seed);
        RunHeader header = new RunHeader(
                RunId.of(new Ulid(random.nextLong(), random.nextLong())),
                "acme",
                "wf_" + new Ulid(random.nextLong(), random.nextLong()),
                PLAN.id(),
                PLAN.digest(),
                "correlation-" + seed,
                new Origin.Start(),
                List.of(),
                ReceiptPolicy.OFF,
                RunSeed.random(random),
                "1",
                at,
                JsonObject.EMPTY);
        JsonObject inputs = JsonObject.builder().put("topic", topic).build();
        return new Decider(NodeTypes.core(), Limits.DEFAULT)
                .decide(
                        Fold.begin(header, CompiledWorkflow.of(PLAN)),
                        new Command.Start(at, inputs, JsonObject.EMPTY, JsonObject.EMPTY));
    }

    private static RunDiff diff(Decision a, Decision b) {
        return RunDiff.of(a.events(), b.events(), Comparison.RUNS);
    }

    @Test
    void aRunIsTheSameAsItself() {
        Decision run = run(1, "ships");
        assertThat(run.events()).hasSizeGreaterThan(4);

        for (Comparison comparison : Comparison.values()) {
            RunDiff diff = RunDiff.of(run.events(), run.events(), comparison);
            assertThat(diff.isSame()).isTrue();
            assertThat(diff.sameEvents()).isEqualTo(run.events().size());
            assertThat(diff.eventDiffs()).isEmpty();
        }
    }

    @Test
    void twoRunsThatDidTheSameAreTheSameWhateverTheirNamesAndTimes() {
        assertThat(diff(run(1, "ships"), run(2, "ships")).divergedAtSeq()).isNull();
    }

    @Test
    void anotherNameIsADifferenceForAReplay() {
        RunDiff diff = RunDiff.of(run(1, "ships").events(), run(2, "ships").events(), Comparison.REPLAY);

        assertThat(diff.divergedAtSeq()).isEqualTo(0);
    }

    @Test
    void aReplayMayDifferInNameRunAndTimeOnlyOfTheEventItself() {
        Event event = run(1, "ships").events().getFirst();
        Event renamed = new Event(
                RunId.of(new Ulid(1, 2)),
                event.sequence(),
                "evt_other",
                event.timestamp().plusSeconds(1),
                event.causationId(),
                event.fact(),
                event.envelope(),
                event.hidden());
        assertThat(RunDiff.of(List.of(event), List.of(renamed), Comparison.REPLAY)
                        .isSame())
                .isTrue();

        Event otherCause = new Event(
                event.runId(),
                event.sequence(),
                event.eventId(),
                event.timestamp(),
                "evt_cause",
                event.fact(),
                event.envelope(),
                event.hidden());
        assertThat(RunDiff.of(List.of(event), List.of(otherCause), Comparison.REPLAY)
                        .isSame())
                .isFalse();
    }

    @Test
    void theFirstDifferenceIsWhereTheRunsPart() {
        Decision a = run(1, "ships");
        Decision b = run(1, "trains");
        RunDiff diff = diff(a, b);

        assertThat(diff.divergedAtSeq()).isEqualTo(0);
        assertThat(diff.eventDiffs().getFirst().op()).isEqualTo("changed");
        JsonObject json = diff.toJson(a.state(), b.state());
        assertThat(json.get("divergedAtSeq")).isEqualTo(JsonNumber.of(0));
        assertThat(json.object("stateDiff").orElseThrow().object("variables").orElseThrow())
                .isEqualTo(read("{\"topic\":{\"a\":\"ships\",\"b\":\"trains\"}}"));
        assertThat(json.object("stateDiff")
                        .orElseThrow()
                        .object("nodes")
                        .orElseThrow()
                        .names())
                .containsExactly("copy");
        assertThat(json.has("truncated")).isFalse();
    }

    @Test
    void aLogThatEndsEarlierMissesEvents() {
        List<Event> whole = run(1, "ships").events();
        List<Event> part = whole.subList(0, whole.size() - 2);

        RunDiff removed = RunDiff.of(whole, part, Comparison.REPLAY);
        assertThat(removed.divergedAtSeq()).isEqualTo(part.size());
        assertThat(removed.eventDiffs()).extracting(EventDiff::op).containsExactly("removed", "removed");
        assertThat(RunDiff.of(part, whole, Comparison.REPLAY).eventDiffs())
                .extracting(EventDiff::op)
                .containsExactly("added", "added");
    }

    @Test
    void theJsonOfTwoEqualRunsSaysNothing() {
        Decision a = run(1, "ships");
        Decision b = run(2, "ships");
        JsonObject json = diff(a, b).toJson(a.state(), b.state());

        assertThat(json.names()).containsExactly("a", "b", "divergedAtSeq", "eventDiffs", "stateDiff");
        assertThat(json.get("divergedAtSeq")).isEqualTo(JsonNull.NULL);
        assertThat(json.array("eventDiffs").orElseThrow().items()).isEmpty();
        assertThat(json.object("stateDiff").orElseThrow()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void whatNobodyReadsIsCut() {
        Decision run = run(1, "ships");
        List<Event> a = notes(RunDiff.MOST_LISTED + 1, "a");
        List<Event> b = notes(RunDiff.MOST_LISTED + 1, "b");
        RunDiff cut = RunDiff.of(a, b, Comparison.RUNS);
        RunDiff whole =
                RunDiff.of(a.subList(0, RunDiff.MOST_LISTED), b.subList(0, RunDiff.MOST_LISTED), Comparison.RUNS);

        assertThat(cut.eventDiffs()).hasSize(RunDiff.MOST_LISTED);
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.toJson(run.state(), run.state()).get("truncated")).isEqualTo(JsonBool.TRUE);
        assertThat(whole.truncated()).isFalse();
    }

    @Test
    void oneChangedEventIsFoundWhereverItIs() {
        Seeds.check(100, random -> {
            List<Event> a = notes(50, "same");
            List<Event> b = new ArrayList<>(a);
            int place = random.nextInt(50);
            b.set(place, note(place, "other"));
            RunDiff diff = RunDiff.of(a, b, Comparison.REPLAY);

            assertThat(diff.divergedAtSeq()).isEqualTo(place);
            assertThat(diff.eventDiffs()).hasSize(1);
            assertThat(diff.sameEvents()).isEqualTo(49);
        });
    }

    private static List<Event> notes(int count, String text) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(note(i, text));
        }
        return events;
    }

    private static Event note(int sequence, String text) {
        Event like = run(1, "ships").events().getFirst();
        return new Event(
                like.runId(),
                sequence,
                "evt_" + sequence,
                like.timestamp(),
                null,
                new DataFact.LogAppended("info", text, null),
                like.envelope(),
                JsonObject.EMPTY);
    }

    private static JsonValue read(String json) {
        return JsonReader.read(json, JsonLimits.DOCUMENT);
    }
}
