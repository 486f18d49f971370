package dev.waybill.app.draw;

import dev.waybill.app.terminal.Terminal;
import org.junit.jupiter.api.Test;

class TerminalGraphTest {
    @Test
    void show() {
        for (Graph g : new Graph[] {
            Samples.linear(5),
            Samples.forkJoin(),
            Samples.diamondOfEight(),
            Samples.cycleWithTail(),
            Samples.missingParent(),
            Samples.twoLinkedWorkflows(),
            Samples.fiveHundred(),
            Samples.denseLayers(4),
            Samples.denseLayers(14)
        }) {
            System.out.println(TerminalGraph.render(g, Terminal.PLAIN.withWidth(80)));
            System.out.println("-----");
        }
        System.out.println(TerminalGraph.render(Samples.cycleWithTail(), new Terminal(false, false, false, 60)));
    }
}
