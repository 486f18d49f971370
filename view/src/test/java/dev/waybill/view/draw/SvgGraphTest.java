package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SvgGraphTest {

    @Test
    void everyStepIsABoxWithItsMarkAsASignAndAWord() {
        Document svg = Xml.parse(SvgGraph.render(Samples.missingParent()));
        assertThat(Xml.elements(svg, "g"))
                .extracting(group -> group.getAttribute("class"))
                .contains("step ok", "step warning", "step missing", "step redacted");
        assertThat(Xml.elements(svg, "text"))
                .extracting(Element::getTextContent)
                .contains("join", "warning", "missing", "redacted");
    }

    @Test
    void itTellsItsContentAloud() {
        Document svg = Xml.parse(SvgGraph.render(Samples.missingParent()));
        assertThat(svg.getDocumentElement().getAttribute("role")).isEqualTo("img");
        assertThat(Xml.elements(svg, "desc").getFirst().getTextContent())
                .startsWith("5 steps in 1 workflow: 1 warning, 1 missing, 1 redacted.");
    }

    @Test
    void aCycleIsDrawnAsOne() {
        assertThat(SvgGraph.render(Samples.cycleWithTail()))
                .contains("class=\"return\"", "A cycle: judge leads back to ask");
        assertThat(SvgGraph.render(Samples.forkJoin())).doesNotContain("class=\"return\"");
    }

    @Test
    void noLabelBecomesMarkup() {
        Document svg = Xml.parse(SvgGraph.render(Hostile.graph()));
        assertThat(Xml.elements(svg, "script")).isEmpty();
        assertThat(Xml.elements(svg, "img")).isEmpty();
        assertThat(Xml.elements(svg, "style")).hasSize(1);
    }

    @Test
    void itLoadsNothing() {
        assertThat(SvgGraph.render(Samples.diamondOfEight()).replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http", "url(", "@import", "href");
    }

    @Test
    void anyGraphGivesTheSameWellFormedDrawingTwice() {
        Seeds.check(60, random -> {
            Graph graph = RandomGraphs.any(random, 40);
            String svg = SvgGraph.render(graph);
            Xml.parse(svg);
            assertThat(SvgGraph.render(graph)).isEqualTo(svg).doesNotContain("NaN", "Infinity");
        });
    }

    @Test
    void aHundredThousandStepsBecomeAnExcerptThatSaysSo() {
        String svg = SvgGraph.render(Samples.linear(100_000));
        assertThat(svg).contains("… 99,880 steps not drawn", "120 steps of 100,000 drawn");
        assertThat(svg.length()).isLessThan(200_000);
    }

    @Test
    void anEmptyGraphIsStillADrawing() {
        Xml.parse(SvgGraph.render(Graph.builder().build()));
    }
}
