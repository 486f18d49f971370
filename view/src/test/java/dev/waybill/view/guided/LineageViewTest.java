package dev.waybill.view.guided;

import static dev.waybill.view.guided.Guide.json;
import static dev.waybill.view.guided.Guide.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.view.guided.PlaceView.Standing;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Everything that a guided run's places say, on real runs.
class LineageViewTest {

    private static final String REVIEW = """
            {'id':'review','name':'Review','description':'Reads and judges.','version':'1.0.0','steps':[
            {'id':'read','title':'Read {{ticketId}}','prompt':'Read it all.','requireConfirmation':true},
            {'id':'judge','title':'Judge','prompt':'Say {{word}}.',
             'validationCriteria':{'type':'contains','value':'because','message':'say why'}},
            {'id':'end','title':'End','prompt':'Done.'}]}""";

    private final Guide guide = new Guide(REVIEW);

    @Test
    void aPlaceShowsTheStepAsTheAgentReadsIt() {
        GuidedAnswer start = guide.start("review", "{'ticketId':'T-1'}");

        PlaceView first = guide.view(run(start)).places().getFirst();

        JsonObject pending = start.structured().object("pending").orElseThrow();
        JsonObject shown = first.toJson().object("pending").orElseThrow();
        for (String member : List.of("stepId", "title", "prompt", "requireConfirmation")) {
            assertThat(shown.get(member)).as(member).isEqualTo(pending.get(member));
        }
    }

    @Test
    void aPlaceKeepsWholeNotesItsContextAndWhoBroughtThem() {
        GuidedAnswer start = guide.start("review", "{'ticketId':'T-1'}");
        guide.advance(start, "{'context':{'word':'yes'},'output':{'notesMarkdown':'First line.\\n\\nSecond.'}}");

        List<PlaceView> places = guide.view(run(start)).places();

        assertThat(places.get(0).context()).isEqualTo(json("{'ticketId':'T-1'}"));
        PlaceView second = places.get(1);
        assertThat(second.brought().notes()).isEqualTo("First line.\n\nSecond.");
        assertThat(second.brought().agent()).isEqualTo("test-agent");
        assertThat(second.brought().context()).isEqualTo(json("{'word':'yes'}"));
        assertThat(second.context()).isEqualTo(json("{'ticketId':'T-1','word':'yes'}"));
        assertThat(second.at()).isAfter(places.get(0).at());
        assertThat(Objects.requireNonNull(second.pending()).prompt()).contains("Say yes.");
    }

    @Test
    void aHolderOfATokenComputesTheHashThatNamesItsPlace() {
        GuidedAnswer start = guide.start("review", "{}");
        String token = start.structured().string("stateToken").orElseThrow();
        BigInteger number = BigInteger.ZERO;
        for (char letter : token.substring("st.v1.".length()).toCharArray()) {
            number = number.shiftLeft(5).add(BigInteger.valueOf("abcdefghijklmnopqrstuvwxyz234567".indexOf(letter)));
        }
        byte[] bytes = new byte[25];
        byte[] all = number.toByteArray();
        int skipped = Math.max(0, all.length - 25);
        System.arraycopy(all, skipped, bytes, 25 - all.length + skipped, all.length - skipped);

        assertThat(guide.view(run(start)).places().getFirst().tokenHash())
                .isEqualTo(Digest.of(Arrays.copyOfRange(bytes, 1, 13)));
    }

    @Test
    void aPlaceIsNamedByTheHashOfItsTokenAndNeverByTheToken() {
        GuidedAnswer start = guide.start("review", "{}");
        GuidedAnswer next = guide.advance(start, "{}");

        LineageView view = guide.view(run(start));

        assertThat(view.places().get(0).tokenHash())
                .isNotEqualTo(view.places().get(1).tokenHash())
                .isEqualTo(view.places().get(1).parentHash());
        String shown = view.placesJson().toString() + view.branchesJson();
        for (GuidedAnswer answer : List.of(start, next)) {
            for (String token : List.of("stateToken", "ackToken")) {
                assertThat(shown)
                        .doesNotContain(answer.structured().string(token).orElseThrow());
            }
        }
    }

    @Test
    void whatWasNotAcceptedIsShownWithItsReasons() {
        GuidedAnswer start = guide.start("review", "{}");
        GuidedAnswer judge = guide.advance(start, "{}");
        GuidedAnswer blocked = guide.advance(judge, "{'output':{'notesMarkdown':'No.'}}");

        PlaceView place = guide.view(run(start)).places().get(1);

        assertThat(place.blocked()).singleElement().satisfies(attempt -> {
            assertThat(attempt.agent()).isEqualTo("test-agent");
            assertThat(attempt.reasons())
                    .isEqualTo(blocked.structured()
                            .object("blocked")
                            .orElseThrow()
                            .array("reasons")
                            .orElseThrow());
            assertThat(attempt.reasons().toString()).contains("say why");
        });
    }

    @Test
    void notesInTheMiddleOfAStepStayWithItsPlace() {
        GuidedAnswer start = guide.start("review", "{}");
        guide.checkpoint(start, "Half of it.\nAnd more.");
        guide.checkpoint(start, "Nearly.");

        assertThat(guide.view(run(start)).places().getFirst().checkpoints())
                .extracting(PlaceView.Checkpoint::notes)
                .containsExactly("Half of it.\nAnd more.", "Nearly.");
    }

    @Test
    void everyPlaceNamesTheReceiptOfTheStepThatLedToIt() {
        GuidedAnswer start = guide.start("review", "{}");
        guide.advance(start, "{}");
        guide.advance(start, "{'output':{'notesMarkdown':'another way'}}");

        assertThat(guide.view(run(start)).places())
                .extracting(PlaceView::receipt)
                .containsExactlyElementsOf(guide.store.receipts(run(start), StoredReceipt.Kind.STEP, 0, 9).stream()
                        .map(StoredReceipt::ref)
                        .toList());
    }

    @Test
    void aBranchNeverShowsWhatItsSiblingBrought() {
        GuidedAnswer start = guide.start("review", "{}");
        guide.advance(start, "{'context':{'word':'left'},'output':{'notesMarkdown':'L'}}");
        GuidedAnswer right = guide.advance(start, "{'context':{'word':'right'},'output':{'notesMarkdown':'R'}}");
        guide.advance(right, "{'output':{'notesMarkdown':'because'}}");

        LineageView view = guide.view(run(start));

        assertThat(view.places())
                .extracting(PlaceView::standing)
                .containsExactly(Standing.PASSED, Standing.SUPERSEDED, Standing.PASSED, Standing.PREFERRED);
        assertThat(view.places().get(1).context()).isEqualTo(json("{'word':'left'}"));
        assertThat(view.places().get(3).context()).isEqualTo(json("{'word':'right'}"));
    }

    @Test
    void theDefinitionIsTheOneThatTheRunWasPinnedTo() {
        GuidedAnswer start = guide.start("review", "{}");

        JsonObject definition =
                guide.view(run(start)).definitionsJson().get(0).asObject().orElseThrow();

        assertThat(definition.string("digest"))
                .contains(guide.workflows().getFirst().digest().toString());
        assertThat(definition.get("document"))
                .isEqualTo(guide.workflows().getFirst().document());
    }

    @Test
    void aSessionIsOneLineageOverItsForkRuns() {
        GuidedAnswer start = guide.start("review", "{'ticketId':'T-1'}");
        GuidedAnswer judge = guide.advance(start, "{'output':{'notesMarkdown':'read'}}");
        guide.advance(guide.advance(judge, "{'output':{'notesMarkdown':'because'}}"), "{}");
        GuidedAnswer fork = guide.advance(judge, "{'output':{'notesMarkdown':'otherwise, because'}}");

        LineageView view = guide.session("T-1").lineage();

        assertThat(run(fork)).isNotEqualTo(run(start));
        PlaceView left = view.places().get(1);
        PlaceView forked = view.places().getLast();
        assertThat(forked.id().run()).isEqualTo(run(fork));
        assertThat(forked.parent()).isEqualTo(left.id());
        assertThat(forked.parentHash()).isEqualTo(left.tokenHash());
        assertThat(view.places())
                .extracting(PlaceView::standing)
                .containsExactly(Standing.PASSED, Standing.PASSED, Standing.PASSED, Standing.OPEN, Standing.PREFERRED);
    }

    @Test
    void twoRunsOfASessionThatNobodyForkedAreTwoTrees() {
        guide.start("review", "{'ticketId':'T-1'}");
        guide.start("review", "{'ticketId':'T-1'}");

        assertThat(guide.session("T-1").lineage().places())
                .extracting(PlaceView::standing)
                .containsExactly(Standing.PREFERRED, Standing.PREFERRED);
    }

    @Test
    void theSameLogGivesTheSameView() {
        GuidedAnswer start = guide.start("review", "{'ticketId':'T-1'}");
        guide.advance(start, "{'output':{'notesMarkdown':'read'}}");

        assertThat(guide.session("T-1").toJson()).isEqualTo(guide.session("T-1").toJson());
    }
}
