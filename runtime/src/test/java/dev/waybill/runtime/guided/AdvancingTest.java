package dev.waybill.runtime.guided;

import static dev.waybill.runtime.guided.Guide.code;
import static dev.waybill.runtime.guided.Guide.prompt;
import static dev.waybill.runtime.guided.Guide.run;
import static dev.waybill.runtime.guided.Guide.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.simulator.ModelStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of decision 2, row by row.
class AdvancingTest {

    private static final String COLOURS = """
            {'id': 'colours', 'name': 'Colours', 'description': 'Chooses a colour', 'version': '1.0.0', 'steps': [
              {'id': 'choose', 'title': 'Choose', 'prompt': 'Choose a colour.',
               'validationCriteria': [{'type': 'contains', 'value': 'colour', 'message': 'say which colour'}]},
              {'id': 'path-red', 'title': 'Red', 'prompt': 'The path is {{colour}}.',
               'runCondition': {'var': 'colour', 'equals': 'red'}},
              {'id': 'path-blue', 'title': 'Blue', 'prompt': 'The path is {{colour}}.',
               'runCondition': {'var': 'colour', 'equals': 'blue'}},
              {'id': 'finish', 'title': 'Finish', 'prompt': 'Say good-bye to {{colour}}.'}]}""";

    private static final String RED = "{'context': {'colour': 'red', 'notesMarkdown': 'the colour is red'}}";
    private static final String BLUE = "{'context': {'colour': 'blue', 'notesMarkdown': 'the colour is blue'}}";
    private static final String BAD = "{'context': {'colour': 'red', 'notesMarkdown': 'nothing to say'}}";

    private final Guide guide = new Guide().knows(COLOURS);
    private final GuidedAnswer start = guide.start("colours", "{'ticketId': 'AUTH-1234'}");

    @Test
    void aStartGivesTheFirstStepWithItsTokensAndASession() {
        assertThat(step(start)).isEqualTo("choose");
        assertThat(Guide.text(start, "stateToken")).matches("st\\.v1\\.[a-z2-7]{40}");
        assertThat(Guide.text(start, "ackToken")).matches("ack\\.v1\\.[a-z2-7]{40}");
        assertThat(start.structured().get("isComplete")).isEqualTo(JsonBool.FALSE);
        assertThat(start.structured().object("session").orElseThrow().string("sessionId"))
                .contains("AUTH-1234");
        assertThat(start.meta().string(AnswerWriter.RECEIPT_REF)).isPresent();
    }

    @Test
    void anOpenPlaceAndAValidPayloadAdvanceAndAreSignedFor() {
        GuidedAnswer red = guide.advance(start, RED);
        assertThat(step(red)).isEqualTo("path-red");
        assertThat(prompt(red)).contains("The path is red.");
        assertThat(red.structured().has("lineage")).isFalse();
        assertThat(guide.types(run(start)))
                .containsExactly(
                        "run.started", "node.started choose", "node.completed choose", "node.started path-red");
        assertThat(guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 10))
                .hasSize(2);
    }

    @Test
    void anOpenPlaceAndAnInvalidPayloadAreBlockedAndTheSamePairStaysValid() {
        GuidedAnswer blocked = guide.advance(start, BAD);
        assertThat(blocked.isError()).isFalse();
        assertThat(blocked.structured().has("blocked")).isTrue();
        assertThat(blocked.text()).contains("say which colour");
        assertThat(Guide.text(blocked, "stateToken")).isEqualTo(Guide.text(start, "stateToken"));
        assertThat(Guide.text(blocked, "ackToken")).isEqualTo(Guide.text(start, "ackToken"));
        assertThat(guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 10))
                .hasSize(1);
        GuidedAnswer red = guide.advance(start, RED);
        assertThat(step(red)).isEqualTo("path-red");
        assertThat(red.structured().has("lineage")).isFalse();
    }

    @Test
    void whatWasSeenBeforeGetsTheStoredBytesBlockedAnswersToo() {
        byte[] blocked = guide.advance(start, BAD).bytes();
        byte[] red = guide.advance(start, RED).bytes();
        guide.advance(start, BLUE);
        assertThat(guide.advance(start, BAD).bytes()).isEqualTo(blocked);
        assertThat(guide.advance(start, RED).bytes()).isEqualTo(red);
        assertThat(guide.types(run(start)))
                .filteredOn(type -> type.equals("node.completed choose"))
                .hasSize(2);
    }

    @Test
    void aPlaceThatMovedOnBlocksAnInvalidPayloadWithoutAFork() {
        guide.advance(start, RED);
        GuidedAnswer blocked = guide.advance(start, BAD);
        assertThat(blocked.structured().has("blocked")).isTrue();
        assertThat(blocked.structured().has("lineage")).isFalse();
    }

    @Test
    void aPlaceThatMovedOnBranchesForAnotherValidPayloadAndEachBranchKeepsItsContext() {
        GuidedAnswer red = guide.advance(start, RED);
        GuidedAnswer blue = guide.advance(start, BLUE);
        assertThat(blue.structured().object("lineage").orElseThrow().get("forked"))
                .isEqualTo(JsonBool.TRUE);
        assertThat(run(blue)).isEqualTo(run(red));
        assertThat(prompt(blue)).contains("The path is blue.");
        GuidedAnswer redEnd = guide.advance(red, "{}");
        assertThat(prompt(redEnd)).contains("Say good-bye to red.");
        assertThat(guide.advance(start, RED).bytes()).isEqualTo(red.bytes());
        assertThat(prompt(guide.advance(blue, "{}"))).contains("Say good-bye to blue.");
    }

    @Test
    void theEndKeepsTheStateTokenAndNamesTheSummary() {
        GuidedAnswer end = complete();
        assertThat(end.structured().get("isComplete")).isEqualTo(JsonBool.TRUE);
        assertThat(end.structured().get("pending")).isEqualTo(JsonNull.NULL);
        assertThat(end.structured().get("ackToken")).isEqualTo(JsonNull.NULL);
        assertThat(Guide.text(end, "stateToken")).startsWith("st.v1.");
        assertThat(end.structured().object("receipts").orElseThrow().string("summary"))
                .isPresent();
        assertThat(guide.store.run(run(start)).orElseThrow().projection().status())
                .isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void aRunThatHasEndedNeverGrowsAndBranchesIntoARunOfTheSameSession() {
        complete();
        long head = guide.store.run(run(start)).orElseThrow().head();
        GuidedAnswer blue = guide.advance(start, BLUE);
        assertThat(run(blue)).isNotEqualTo(run(start));
        assertThat(prompt(blue)).contains("The path is blue.");
        assertThat(blue.structured().object("session").orElseThrow().string("sessionId"))
                .contains("AUTH-1234");
        assertThat(blue.structured().object("lineage").orElseThrow().get("forked"))
                .isEqualTo(JsonBool.TRUE);
        assertThat(guide.advance(start, BLUE).bytes()).isEqualTo(blue.bytes());
        assertThat(guide.store.run(run(start)).orElseThrow().head()).isEqualTo(head);
        GuidedAnswer end = guide.advance(guide.advance(blue, "{}"), "{}");
        assertThat(end.structured().get("isComplete")).isEqualTo(JsonBool.TRUE);
    }

    @Test
    void aRunThatHasEndedBlocksAnInvalidPayloadAndStaysAsItIs() {
        complete();
        long head = guide.store.run(run(start)).orElseThrow().head();
        GuidedAnswer blocked = guide.advance(start, BAD);
        assertThat(blocked.structured().has("blocked")).isTrue();
        assertThat(guide.advance(start, BAD).bytes()).isEqualTo(blocked.bytes());
        assertThat(guide.store.run(run(start)).orElseThrow().head()).isEqualTo(head);
    }

    @Test
    void aFreshAcknowledgementBranchesEvenWithAnEqualPayload() {
        Guide resumable =
                new Guide(new ModelStore(), new GuidedSettings(false, List.of(ExtraTool.RESUME))).knows(COLOURS);
        GuidedAnswer first = resumable.start("colours", "{}");
        GuidedAnswer red = resumable.advance(first, RED);
        GuidedAnswer fresh = resumable.tools.resume(
                JsonObject.builder()
                        .put("stateToken", Guide.text(first, "stateToken"))
                        .build(),
                Guide.AGENT);
        assertThat(Guide.text(fresh, "ackToken")).isNotEqualTo(Guide.text(first, "ackToken"));
        GuidedAnswer again = resumable.advance(fresh, RED);
        assertThat(again.structured().object("lineage").orElseThrow().get("forked"))
                .isEqualTo(JsonBool.TRUE);
        assertThat(Guide.text(again, "stateToken")).isNotEqualTo(Guide.text(red, "stateToken"));
    }

    @Test
    void resumingIsOffUnlessAskedFor() {
        GuidedAnswer refused = guide.tools.resume(
                JsonObject.builder()
                        .put("stateToken", Guide.text(start, "stateToken"))
                        .build(),
                Guide.AGENT);
        assertThat(code(refused)).isEqualTo("FEATURE_OFF");
    }

    @Test
    void aStrictHostReplaysARepeatedPairWhateverItsPayload() {
        Guide strict = new Guide(new ModelStore(), new GuidedSettings(true, List.of())).knows(COLOURS);
        GuidedAnswer first = strict.start("colours", "{}");
        byte[] blocked = strict.advance(first, BAD).bytes();
        assertThat(strict.advance(first, BAD).bytes()).isEqualTo(blocked);
        byte[] red = strict.advance(first, RED).bytes();
        assertThat(strict.advance(first, BLUE).bytes()).isEqualTo(red);
        assertThat(strict.advance(first, BAD).bytes()).isEqualTo(blocked);
    }

    @Test
    void strictAndDefaultServersOnOneStoreGiveTheSameAnswerToTheSameRepeat() {
        ModelStore store = new ModelStore();
        Guide strict = new Guide(store, new GuidedSettings(true, List.of()), 1).knows(COLOURS);
        Guide usual = new Guide(store, GuidedSettings.DEFAULT, 2).knows(COLOURS);
        for (List<Guide> order : List.of(List.of(strict, usual), List.of(usual, strict))) {
            GuidedAnswer first = order.getFirst().start("colours", "{}");
            byte[] blocked = order.getFirst().advance(first, BAD).bytes();
            byte[] red = order.getFirst().advance(first, RED).bytes();
            byte[] blue = usual.advance(first, BLUE).bytes();
            for (Guide either : List.of(strict, usual)) {
                assertThat(either.advance(first, BAD).bytes()).isEqualTo(blocked);
                assertThat(either.advance(first, RED).bytes()).isEqualTo(red);
                assertThat(either.advance(first, BLUE).bytes()).isEqualTo(blue);
            }
            int places = usual.events(run(first)).size();
            assertThat(strict.advance(first, "{'context': {'notesMarkdown': 'colour: another'}}")
                            .bytes())
                    .isEqualTo(red);
            assertThat(usual.events(run(first))).hasSize(places);
        }
    }

    @Test
    void unknownFieldsAreRefusedByNameAndNothingIsRecorded() {
        GuidedAnswer refused = guide.advance(start, "{'complexity': 'x', 'run_id': 'y'}");
        assertThat(refused.isError()).isTrue();
        assertThat(code(refused)).isEqualTo("UNKNOWN_FIELD");
        assertThat(refused.text())
                .contains(
                        "put \"complexity\" into context",
                        "leave out \"run_id\"",
                        "\"context\":{\"complexity\":\"x\"}");
        assertThat(guide.types(run(start))).hasSize(2);
    }

    @Test
    void theTwoTokensAloneAdvanceAStepThatAsksForNothing() {
        GuidedAnswer red = guide.advance(start, RED);
        assertThat(step(guide.advance(red, "{}"))).isEqualTo("finish");
    }

    private GuidedAnswer complete() {
        return guide.advance(guide.advance(guide.advance(start, RED), "{}"), "{}");
    }
}
