package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DotGraphTest {

    @Test
    void everyEdgeIsWrittenInItsOwnManner() {
        assertThat(DotGraph.render(Samples.missingParent())).isEqualTo("""
                digraph waybill {
                  rankdir=TB;
                  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
                  edge [arrowsize=0.7];
                  subgraph cluster_0 {
                    label="Research";
                    n0 [label="plan"];
                    n1 [label="work"];
                    n2 [label="join\\nwarning", color="#8f5d00"];
                    n3 [label="sealed\\nredacted", color="#1766b8", style="rounded,dotted"];
                    n4 [label="step_01HXLOST\\nmissing", color="#7a4bd0", style="rounded,dashed"];
                  }
                  n0 -> n1;
                  n1 -> n2;
                  n4 -> n2;
                  n2 -> n3 [style=dotted, constraint=false, arrowhead=empty];
                }
                """);
    }

    @Test
    void noLabelLeavesItsQuotes() {
        for (String line : DotGraph.render(Hostile.graph()).lines().toList()) {
            String outside = line.replaceAll("\"(?:[^\"\\\\]++|\\\\.)*+\"", "").strip();
            assertThat(outside)
                    .matches(
                            "digraph waybill \\{|\\}|rankdir=TB;|edge .*|node .*|label=;|subgraph cluster_\\d+ \\{"
                                    + "|n\\d+ \\[label=(, (color|style)=|, penwidth=2)*\\];|n\\d+ -> n\\d+( \\[[a-z=, ]*\\])?;");
        }
    }

    @Test
    void aHundredThousandStepsAreWrittenInFull() {
        assertThat(DotGraph.render(Samples.linear(100_000)).lines().filter(line -> line.contains("[label=")))
                .hasSize(100_000);
    }

    @Test
    void beyondTheLimitTheFileSaysWhatItLeavesOut() {
        assertThat(DotGraph.render(Samples.linear(50), 10)).contains("// 10 steps of 50 drawn", "… 40 steps not drawn");
    }
}
