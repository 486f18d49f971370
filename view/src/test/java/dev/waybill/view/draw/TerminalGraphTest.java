package dev.waybill.view.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Surface;
import dev.waybill.view.text.TextWidth;
import org.junit.jupiter.api.Test;

class TerminalGraphTest {

    private static final Surface EIGHTY = Surface.of(false, true, 80);

    @Test
    void aLineOfSteps() {
        assertThat(TerminalGraph.render(Samples.linear(3), EIGHTY)).isEqualTo("""
                Research · 2026-02-01 09:00:01 UTC
                ●  step 1  +0s
                │
                ●  step 2  +1s
                │
                ●  step 3  +2s
                """);
    }

    @Test
    void aForkAndItsJoin() {
        assertThat(TerminalGraph.render(Samples.forkJoin(), EIGHTY)).isEqualTo("""
                Research · 2026-02-01 09:00:00 UTC
                ●      plan          +0s  planner
                ├─┬─╮
                ● │ │  search        +2s  web.search · scout
                │ ● │  fetch         +3s  http.get · scout
                │ │ ●  summarise     +9s  model · writer
                ├─┴─╯
                ●      report     +1m15s  model · writer
                """);
    }

    @Test
    void crossingWiresHopOverLanes() {
        assertThat(TerminalGraph.render(Samples.diamondOfEight(), EIGHTY)).isEqualTo("""
                Research · 2026-02-01 09:00:00 UTC
                ●        a  +0s
                ├─┬─╮
                ● │ │    b  +1s
                ├─│─│─╮
                │ ● │ │  c  +2s
                │ │ ● │  d  +3s
                │ ├─┤ │
                ● │ │ │  e  +4s
                │ ├─│─╯
                │ ● │    f  +5s
                │ │ ●    g  +6s
                ├─┴─╯
                ●        h  +7s
                """);
    }

    @Test
    void aCycleRunsBackUpAndIsNamed() {
        assertThat(TerminalGraph.render(Samples.cycleWithTail(), EIGHTY)).isEqualTo("""
                Research · 2026-02-01 09:00:00 UTC
                ●    start   +0s
                │
                ✖◀╮  ask     +1s  error
                │ ┊
                ✖ ┊  answer  +2s  error
                │ ┊
                ✖╌╯  judge   +3s  error
                │    ↺ a cycle: leads back up to ask
                │
                ●    end     +4s

                ✖ error
                """);
    }

    @Test
    void aMissingParentIsDashed() {
        assertThat(TerminalGraph.render(Samples.missingParent(), EIGHTY)).isEqualTo("""
                Research · 2026-02-01 09:00:00 UTC
                ●    plan           +0s
                │
                ●    work           +5s
                │ ◌  step_01HXLOST       missing
                ├╌╯
                ▲    join           +8s  warning
                ┊
                ◐    sealed         +9s  redacted

                ▲ warning   ◌ missing   ◐ redacted
                """);
    }

    @Test
    void linkedWorkflowsNameEachOther() {
        assertThat(TerminalGraph.render(Samples.twoLinkedWorkflows(), EIGHTY)).isEqualTo("""
                Buy a desk · 2026-02-01 09:00:00 UTC
                ●  plan        +0s  planner
                │
                ●  hand over   +1s  dispatch
                │  ⇢ hands over to open in Compare prices
                │
                ●  take back  +40s  dispatch
                   ⇠ handed over by choose in Compare prices

                Compare prices · 2026-02-01 09:00:02 UTC
                ●    open         +0s
                │    ⇠ handed over by hand over in Buy a desk
                ├─╮
                ● │  ask shop A   +3s  http.get
                │ ▲  ask shop B   +5s  warning  http.get
                ├─╯
                ●    choose      +28s  model
                     ⇢ hands over to take back in Buy a desk

                ▲ warning
                """);
    }

    @Test
    void withoutUnicodePlainCharactersDo() {
        Surface plain = Surface.of(false, false, 80);
        assertThat(TerminalGraph.render(Samples.cycleWithTail(), plain)).isEqualTo("""
                Research - 2026-02-01 09:00:00 UTC
                *    start   +0s
                |
                X<.  ask     +1s  error
                | :
                X :  answer  +2s  error
                | :
                X-'  judge   +3s  error
                |    a cycle: leads back up to ask
                |
                *    end     +4s

                X error
                """);
        assertThat(TerminalGraph.render(Samples.fiveHundred(), plain)).matches("\\p{ASCII}*");
    }

    @Test
    void aLargeGraphIsAnHonestExcerpt() {
        assertThat(TerminalGraph.render(Samples.fiveHundred(), EIGHTY, 10)).isEqualTo("""
                Research · 2026-02-01 09:00:00 UTC
                ●          step 0             +0s
                │ ●        step 1             +3s
                │ │ ●      step 2             +6s
                │ │ │ ●    step 3             +9s
                │ │ │ │ ●  step 4            +12s
                ├─┴─┴─┴─╯
                ⋮          … 245 steps not drawn
                ├─╮
                ✖ │        step 250       +12m30s  error
                ├─╯
                ⋮          … 74 steps not drawn
                │ ◌        step_01HXLOST           missing
                ├╌╯
                ⋮          … 170 steps not drawn
                ├─┬─┬─╮
                ● │ │ │    step 495       +24m45s
                  ● │ │    step 496       +24m48s
                    ● │    step 497       +24m51s
                      ⋮    … 2 steps not drawn

                ✖ error   ◌ missing
                10 steps of 501 drawn: problems first, then the first and last layers
                """);
    }

    @Test
    void wiresWithoutRoomAreToldInWords() {
        String drawn = TerminalGraph.render(Samples.denseLayers(6), Surface.of(false, true, 44));
        assertThat(drawn).contains("→ also leads to down 4", "← also follows up 0, up 1");
    }

    @Test
    void everyLineFitsTheTerminal() {
        Seeds.check(200, random -> {
            int width = 40 + random.nextInt(60);
            TerminalGraph.render(RandomGraphs.any(random, 50), Surface.of(false, true, width))
                    .lines()
                    .forEach(line -> assertThat(TextWidth.of(line)).isLessThanOrEqualTo(width));
        });
    }

    @Test
    void noLabelCanSteerTheTerminal() {
        String drawn = TerminalGraph.render(Hostile.graph(), EIGHTY);
        drawn.lines().forEach(line -> assertThat(SafeText.of(line)).isEqualTo(line));
        assertThat(drawn).contains("two\\nlines\\r\\nVERIFIED", "\\e[2J", "a\\u{202e}b");
    }

    @Test
    void colourAddsNothingButColour() {
        Surface colour = Surface.of(true, true, 80);
        String painted = TerminalGraph.render(Samples.missingParent(), colour);
        assertThat(painted).contains("\u001b[");
        assertThat(painted.replaceAll("\u001b\\[[0-9;]*m", "").lines().map(String::stripTrailing))
                .containsExactlyElementsOf(TerminalGraph.render(Samples.missingParent(), EIGHTY)
                        .lines()
                        .toList());
    }

    @Test
    void aHundredThousandStepsAreDrawn() {
        assertThat(TerminalGraph.render(Samples.linear(100_000), EIGHTY)).contains("… 99,940 steps not drawn");
    }

    @Test
    void anEmptyGraphIsAnEmptyDrawing() {
        assertThat(TerminalGraph.render(Graph.builder().build(), EIGHTY)).isEmpty();
    }

    @Test
    void theSameGraphGivesTheSameDrawing() {
        Seeds.check(50, random -> {
            Graph graph = RandomGraphs.any(random, 40);
            assertThat(TerminalGraph.render(graph, EIGHTY)).isEqualTo(TerminalGraph.render(graph, EIGHTY));
        });
    }
}
