package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MermaidGraphTest {

    @Test
    void stepsEdgesAndMarks() {
        assertThat(MermaidGraph.render(Samples.missingParent())).startsWith("""
                flowchart TD
                  subgraph w0["Research"]
                    n0["plan"]
                    n1["work"]
                    n2["join<br/>warning"]:::warning
                    n3["sealed<br/>redacted"]:::redacted
                    n4["step_01HXLOST<br/>missing"]:::missing
                  end
                  n0 --> n1
                  n1 --> n2
                  n4 --> n2
                  n2 -.-> n3
                """);
    }

    @Test
    void noLabelBecomesSyntax() {
        String drawn = MermaidGraph.render(Hostile.graph());
        assertThat(drawn).contains("#34;#93;#59; click n0 #34;javascript:alert(1)#34;");
        assertThat(drawn.lines())
                .allMatch(line -> line.strip()
                        .matches("flowchart TD|end|subgraph w\\d+\\[\"[^\"<>\\[\\]`]*\"\\]|classDef .*"
                                + "|n\\d+\\[\"(?:[^\"<>\\[\\]`]|<br/>)*\"\\](:::[a-z]+)?|n\\d+ [-=.]+> n\\d+"));
    }

    @Test
    void aLargeGraphStaysWithinWhatMermaidDraws() {
        String drawn = MermaidGraph.render(Samples.fiveHundred());
        assertThat(drawn).contains("%% 300 steps of 501 drawn");
        assertThat(drawn.lines().filter(line -> line.contains("> n")).count()).isLessThanOrEqualTo(500);
    }

    @Test
    void edgesBeyondTheLimitAreCounted() {
        assertThat(MermaidGraph.render(Samples.denseLayers(25)))
                .contains("%% 125 edges not written: Mermaid draws at most 500");
    }

    @Test
    void aHundredThousandStepsAreCut() {
        assertThat(MermaidGraph.render(Samples.linear(100_000)).length()).isLessThan(50_000);
    }
}
