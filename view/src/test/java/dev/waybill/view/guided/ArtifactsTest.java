package dev.waybill.view.guided;

import static dev.waybill.view.guided.Guide.json;
import static dev.waybill.view.guided.Guide.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What the branches of real runs brought, merged as their workflow says.
class ArtifactsTest {

    private static final String SCHEMA =
            "'schema':{'type':'object','properties':{'rows':{'type':'array'},'head':{'type':'string'}}},"
                    + "'example':{'rows':[]}";

    private static String flow(String keys) {
        return """
                {'id':'flow','name':'Flow','description':'Brings rows.','version':'1.0.0','steps':[
                {'id':'rounds','type':'loop','title':'Rounds','loop':{'type':'for','count':3,'maxIterations':5},
                 'body':[{'id':'bring','title':'Bring','prompt':'Bring rows.',
                  'outputContract':{'required':false,%s%s}}]},
                {'id':'end','title':'End','prompt':'Done.'}]}""".formatted(keys, SCHEMA);
    }

    private static String rows(String rows, String head) {
        return "{'output':{'kind':'flow.bring','rows':%s,'head':'%s'}}".formatted(rows, head);
    }

    @Test
    void rowsOfOneKindAreOneTableOrderedAndWithoutRepeats() {
        Guide guide = new Guide(flow("'dedupeBy':'rows[].id','orderBy':'rows[].id',"));
        GuidedAnswer start = guide.start("flow", "{}");
        GuidedAnswer second =
                guide.advance(start, rows("[{'id':'b','risk':'L'},{'id':'a','risk':'L'},{'id':'b','risk':'M'}]", "1"));
        guide.advance(second, rows("[{'id':'a','risk':'H'}]", "2"));

        List<Artifact> artifacts = guide.view(run(start)).artifacts();

        assertThat(artifacts).singleElement().satisfies(artifact -> {
            assertThat(artifact.content())
                    .isEqualTo(json("{'kind':'flow.bring','rows':[{'id':'a','risk':'H'},{'id':'b','risk':'M'}],"
                            + "'head':'2'}"));
            assertThat(artifact.from()).hasSize(2);
            assertThat(Objects.requireNonNull(artifact.rows().get("rows")))
                    .extracting(place -> String.valueOf(place.acknowledged()))
                    .containsExactly("rounds@1::bring", "rounds@0::bring");
        });
    }

    @Test
    void withoutAKeyNoRowReplacesAnother() {
        Guide guide = new Guide(flow("'orderBy':'rows[].id',"));
        GuidedAnswer start = guide.start("flow", "{}");
        GuidedAnswer second = guide.advance(start, rows("[{'id':'b'},{'id':'a'}]", "1"));
        guide.advance(second, rows("[{'id':'b'}]", "2"));

        assertThat(ids(guide, start)).isEqualTo("[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"b\"}]");
    }

    @Test
    void withoutAnOrderRowsStandAsTheyCame() {
        Guide guide = new Guide(flow("'dedupeBy':'rows[].id',"));
        GuidedAnswer start = guide.start("flow", "{}");
        GuidedAnswer second = guide.advance(start, rows("[{'id':'b'},{'id':'a'}]", "1"));
        guide.advance(second, rows("[{'id':'b','again':true},{'nameless':1},{'nameless':1}]", "2"));

        assertThat(ids(guide, start))
                .isEqualTo("[{\"id\":\"b\",\"again\":true},{\"id\":\"a\"},{\"nameless\":1},{\"nameless\":1}]");
    }

    @Test
    void numbersAreOrderedBySizeAndWhatIsMissingStandsLast() {
        Guide guide = new Guide(flow("'orderBy':['rows[].at.line','rows[].id'],"));
        GuidedAnswer start = guide.start("flow", "{}");
        guide.advance(
                start,
                rows(
                        "[{'id':'x'},{'id':'c','at':{'line':10}},{'id':'b','at':{'line':9}},{'id':'a','at':{'line':10}}]",
                        "1"));

        assertThat(guide.view(run(start))
                        .artifacts()
                        .getFirst()
                        .content()
                        .array("rows")
                        .orElseThrow()
                        .items())
                .extracting(row -> row.asObject().orElseThrow().string("id").orElseThrow())
                .containsExactly("b", "a", "c", "x");
    }

    @Test
    void roundsOfALoopAreKeptApartWhereNoContractSaysOtherwise() {
        Guide guide = new Guide(flow(""));
        GuidedAnswer start = guide.start("flow", "{}");
        GuidedAnswer second = guide.advance(start, rows("[{'id':'b'}]", "1"));
        guide.advance(second, rows("[{'id':'b'}]", "2"));

        assertThat(guide.view(run(start)).artifacts())
                .extracting(
                        artifact -> String.valueOf(artifact.from().getFirst().acknowledged()) + " "
                                + artifact.content().string("head").orElseThrow())
                .containsExactly("rounds@0::bring 1", "rounds@1::bring 2");
    }

    @Test
    void branchesAreKeptApart() {
        Guide guide = new Guide(flow("'dedupeBy':'rows[].id',"));
        GuidedAnswer start = guide.start("flow", "{}");
        guide.advance(start, rows("[{'id':'left'}]", "1"));
        guide.advance(start, rows("[{'id':'right'}]", "1"));

        LineageView view = guide.view(run(start));

        assertThat(view.branches())
                .extracting(branch -> branch.tip().standing().wire() + " "
                        + branch.artifacts().getFirst().content().array("rows").orElseThrow())
                .containsExactly("superseded [{\"id\":\"left\"}]", "preferred [{\"id\":\"right\"}]");
        assertThat(ids(guide, start)).isEqualTo("[{\"id\":\"right\"}]");
    }

    @Test
    void aForkGoesOnWithTheRowsOfThePlaceItCameFrom() {
        Guide guide = new Guide(flow("'dedupeBy':'rows[].id','orderBy':'rows[].id',"));
        GuidedAnswer start = guide.start("flow", "{'ticketId':'T-1'}");
        GuidedAnswer second = guide.advance(start, rows("[{'id':'a'}]", "1"));
        GuidedAnswer third = guide.advance(second, rows("[{'id':'lost'}]", "2"));
        guide.advance(guide.advance(third, "{}"), "{}");
        guide.advance(second, rows("[{'id':'b'}]", "3"));

        JsonObject session = guide.session("T-1").toJson();

        assertThat(Guide.objects(session.array("artifacts").orElse(JsonArray.EMPTY)))
                .singleElement()
                .satisfies(artifact -> assertThat(
                                artifact.object("content").orElseThrow().get("rows"))
                        .hasToString("[{\"id\":\"a\"},{\"id\":\"b\"}]"));
    }

    private static String ids(Guide guide, GuidedAnswer answer) {
        List<Artifact> artifacts = guide.view(run(answer)).artifacts();
        assertThat(artifacts).hasSize(1);
        return artifacts.getFirst().content().array("rows").orElseThrow().toString();
    }
}
