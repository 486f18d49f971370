package dev.waybill.app.command.guided;

import static dev.waybill.app.command.guided.GuidedDesk.objects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `waybill sessions`, and `waybill show` of a guided run.
class SessionsCommandTest {

    @TempDir
    Path folder;

    private GuidedDesk desk;

    @BeforeEach
    void sitDown() {
        desk = new GuidedDesk(folder);
    }

    @Test
    void anEmptyStoreSaysHowASessionBegins() {
        assertThat(desk.ask(ExitCode.YES, "sessions").out()).contains("workflow_start");
    }

    @Test
    void sessionsAreListedWithTheirRunsTheLastActiveFirst() {
        GuidedAnswer one = desk.start("{'ticketId':'ACME-1'}");
        GuidedAnswer other = desk.start("{'ticketId':'ACME-2'}");
        desk.start("{'ticketId':'ACME-1'}");
        desk.pass(Duration.ofMinutes(5));
        desk.advance(other, "Saw it.");
        desk.pass(Duration.ofMinutes(3));

        String out = desk.ask(ExitCode.YES, "sessions").out();

        assertThat(out)
                .contains(GuidedDesk.run(one), "test-flow", "waiting-external", "write-down", "3 min ago")
                .containsSubsequence("ACME-2", "ACME-1");
        assertThat(objects(desk.ask(ExitCode.YES, "sessions", "--json").json(), "sessions"))
                .extracting(session -> session.string("sessionId").orElseThrow() + " "
                        + objects(session, "runs").size())
                .containsExactly("ACME-2 1", "ACME-1 2");
        assertThat(objects(
                        desk.ask(ExitCode.YES, "sessions", "--limit", "1", "--json")
                                .json(),
                        "sessions"))
                .hasSize(1);
    }

    @Test
    void aSessionIsShownWithItsNotesAndWhatIsPending() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1','place':'the yard'}");
        desk.advance(first, "\n\nSaw a **yard**.\nAnd more.");

        assertThat(desk.ask(ExitCode.YES, "sessions", "acme").out())
                .contains("ACME-1", "1 run of local", GuidedDesk.run(first))
                .contains("✓ look-around  Saw a **yard**.  ", "▸ write-down  pending: Write it down\n")
                .doesNotContain("And more", "preferred", "superseded");
    }

    @Test
    void goingBackMakesABranchAndTheNewestIsPreferred() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1'}");
        desk.advance(first, "The first look.");
        GuidedAnswer again = desk.advance(first, "A second look.");
        desk.advance(again, "All of it.");

        String out = desk.ask(ExitCode.YES, "sessions", "ACME-1").out();

        assertThat(out)
                .contains(
                        "├─ ✓ look-around  The first look.  ", "│  ▸ write-down  pending: Write it down  superseded\n")
                .contains("└─ ✓ look-around  A second look.  ", "   ✓ write-down  All of it.  ")
                .contains("   ▸ finish-up  pending: Finish up  preferred\n");
        assertThat(lineage("ACME-1", 0))
                .extracting(place -> place.string("standing").orElseThrow())
                .containsExactly("passed", "superseded", "passed", "preferred");
    }

    @Test
    void aLongerBranchThatWasLeftStaysOpen() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1'}");
        desk.advance(desk.advance(first, "The first look."), "All of it.");
        desk.advance(first, "A second look.");

        assertThat(lineage("ACME-1", 0))
                .extracting(place -> place.string("standing").orElseThrow())
                .containsExactly("passed", "passed", "open", "preferred");
    }

    @Test
    void goingBackInACompleteRunIsAnotherRunOfTheSessionWithItsOwnPartOnly() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1'}");
        GuidedAnswer second = desk.advance(first, "The first look.");
        desk.advance(desk.advance(second, "All of it."), "Done.");
        GuidedAnswer fork = desk.advance(second, "Less of it.");

        String out = desk.ask(ExitCode.YES, "sessions", "ACME-1").out();

        assertThat(GuidedDesk.run(fork)).isNotEqualTo(GuidedDesk.run(first));
        assertThat(out)
                .containsPattern("✓ finish-up  Done\\.  \\S+\n  ✓ complete  open\n")
                .contains(GuidedDesk.run(fork) + "  test-flow (branch)")
                .containsPattern("✓ write-down  Less of it\\.  \\S+\n  ▸ finish-up  pending: Finish up  preferred\n")
                .containsOnlyOnce("The first look.");
        assertThat(lineage("ACME-1", 1))
                .singleElement()
                .satisfies(place -> assertThat(place.string("acknowledged")).contains("write-down"));
    }

    @Test
    void whatWasNotAcceptedIsCounted() {
        GuidedAnswer second = desk.advance(desk.start("{'ticketId':'ACME-1'}"), "Saw it.");
        desk.advance(second, "");

        assertThat(desk.ask(ExitCode.YES, "sessions", "ACME-1").out())
                .contains("▸ write-down  pending: Write it down, 1 blocked attempt\n");
    }

    @Test
    void roundsOfLoopsAreNamed() {
        GuidedAnswer first = desk.start("local", "loop-flow", "{'ticketId':'ACME-1'}");
        desk.advance(first, "Tried.");

        assertThat(desk.ask(ExitCode.YES, "sessions", "ACME-1").out())
                .contains("✓ try-it (rounds 1)  Tried.  ", "▸ try-it (rounds 2)  pending: Try it\n");
        assertThat(lineage("ACME-1", 0).getLast().string("acknowledged")).contains("rounds@0::try-it");
    }

    @Test
    void tenantsMayHaveSessionsOfTheSameName() {
        String own = GuidedDesk.run(desk.start("{'ticketId':'ACME-1'}"));
        String other = GuidedDesk.run(desk.start("acme", "test-flow", "{'ticketId':'ACME-1'}"));

        assertThat(desk.ask(ExitCode.YES, "sessions", "ACME-1").out())
                .contains("1 run of local", own, "1 run of acme", other);
        assertThat(objects(
                        desk.ask(ExitCode.YES, "sessions", "ACME-1", "--json").json(), "sessions"))
                .extracting(session -> session.string("tenant").orElseThrow())
                .containsExactlyInAnyOrder("local", "acme");
    }

    @Test
    void anUnknownOrAmbiguousNameIsANo() {
        desk.start("{'ticketId':'ACME-1'}");
        desk.start("{'ticketId':'ACME-2'}");

        assertThat(desk.ask(ExitCode.NO, "sessions", "nothing").err()).contains("waybill sessions");
        assertThat(desk.ask(ExitCode.NO, "sessions", "ACME").err()).contains("ACME-1", "ACME-2", "more of the name");
        desk.ask(ExitCode.USAGE, "sessions", "--limit", "0");
    }

    @Test
    void aGuidedRunIsShownWithItsStepsItsContextAndHowToGoOn() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1','place':'the yard'}");
        desk.advance(first, "Saw a yard.");
        String run = GuidedDesk.run(first);

        assertThat(desk.ask(ExitCode.YES, "show", run).out())
                .contains(run + "  waiting-external", "Test flow (test-flow 1.0.0)", "ACME-1", "test-agent")
                .contains(
                        "steps  1 acknowledged\n", "✓ look-around  Saw a yard.", "▸ write-down  pending: Write it down")
                .containsPattern("✓ look-around  Saw a yard\\.  2026-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\n")
                .containsPattern("place +the yard")
                .contains("receipts  2", "acknowledges \"write-down\" with workflow_advance", "waybill cancel " + run);
        JsonObject json = desk.ask(ExitCode.YES, "show", run, "--json").json();
        assertThat(json.string("sessionId")).contains("ACME-1");
        assertThat(objects(json, "places")).hasSize(2);
        assertThat(json.object("context").orElseThrow().string("place")).contains("the yard");
    }

    @Test
    void aCompleteRunIsShownWithItsProofAndBranches() {
        GuidedAnswer first = desk.start("{}");
        desk.advance(first, "The first look.");
        GuidedAnswer second = desk.advance(first, "A second look.");
        desk.advance(desk.advance(second, "All of it."), "Done.");
        String run = GuidedDesk.run(first);

        assertThat(desk.ask(ExitCode.YES, "show", run).out())
                .contains(run + "  completed", "steps  4 acknowledged, 2 branches", "complete  preferred")
                .contains("waybill export " + run + " --out proof.zip", "earlier stateToken");
    }

    @Test
    void aPausedRunIsResumedAndTheAgentGoesOnWithTheSameTokens() {
        GuidedAnswer first = desk.start("{'ticketId':'ACME-1'}");
        String run = GuidedDesk.run(first);

        desk.ask(ExitCode.YES, "pause", run, "--reason", "lunch");
        assertThat(desk.advance(first, "Saw it.").text()).contains("RUN_PAUSED", "waybill resume " + run);
        assertThat(desk.ask(ExitCode.YES, "show", run).out())
                .contains("paused", "lunch", "next      waybill resume " + run);
        assertThat(desk.ask(ExitCode.YES, "resume", run).out()).contains("waiting-external", "workflow_advance");

        assertThat(desk.advance(first, "Saw it.").isError()).isFalse();
    }

    @Test
    void aGuidedRunThatIsNotPausedCannotBeResumedAndSaysWhoGoesOn() {
        String run = GuidedDesk.run(desk.start("{'ticketId':'ACME-1'}"));

        assertThat(desk.ask(ExitCode.NO, "resume", run).err())
                .contains("guided run", "workflow_advance", "--tokens", "waybill show " + run);
        assertThat(desk.ask(ExitCode.NO, "resume", run, "--no-wait", "--json")
                        .json()
                        .object("error")
                        .orElseThrow()
                        .string("code"))
                .contains("run_guided");
    }

    @Test
    void cancellingARunStopsWhatAgentsDoInsideIt() {
        GuidedAnswer outer = desk.start("{}");
        GuidedAnswer inner = desk.startInside(GuidedDesk.run(outer), "look-around");
        desk.ask(ExitCode.YES, "cancel", GuidedDesk.run(outer), "--by", "kim", "--reason", "wrong ticket");

        assertThat(desk.ask(ExitCode.YES, "runs", "--json").out()).doesNotContain("waiting-external");
        assertThat(desk.advance(inner, "Go on.").text()).contains("RUN_CANCELLED", "kim", "wrong ticket");
        assertThat(desk.ask(ExitCode.YES, "fsck", "--deep").out()).contains("2 runs repeated: all is well");
        assertThat(desk.ask(ExitCode.YES, "replay", GuidedDesk.run(outer)).out())
                .startsWith("same ");
    }

    @Test
    void aRunThatAnAgentLeftCanBeCancelledAndPruned() {
        String run = GuidedDesk.run(desk.start("{'ticketId':'ACME-1'}"));

        desk.ask(ExitCode.YES, "cancel", run);
        assertThat(desk.ask(ExitCode.YES, "show", run).out()).contains("cancelled", "waybill export " + run);
        desk.pass(Duration.ofDays(60));
        desk.ask(ExitCode.YES, "prune", "--older-than", "30d");

        assertThat(desk.ask(ExitCode.YES, "sessions", "ACME-1").out()).contains(run, "pruned");
    }

    private List<JsonObject> lineage(String session, int run) {
        JsonObject found = objects(
                        desk.ask(ExitCode.YES, "sessions", session, "--json").json(), "sessions")
                .getFirst();
        String id = objects(found, "runs").get(run).string("runId").orElseThrow();
        return objects(found, "places").stream()
                .filter(place -> place.string("runId").orElseThrow().equals(id))
                .toList();
    }
}
