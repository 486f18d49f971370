package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.SessionAgent.json;
import static dev.waybill.app.dashboard.SessionHouse.FILES;
import static dev.waybill.app.dashboard.SessionHouse.REVIEW;
import static dev.waybill.app.dashboard.SessionHouse.ROWS;
import static dev.waybill.app.dashboard.SessionHouse.TRIAGE;
import static dev.waybill.app.dashboard.SessionHouse.section;
import static dev.waybill.app.dashboard.SessionHouse.tab;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.app.dashboard.SessionAgent.At;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// What a person sees of agents at work on guided workflows: one browser, one server, agents over MCP.
@TestInstance(Lifecycle.PER_CLASS)
class SessionPagesTest {

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    private SessionHouse house;

    @BeforeAll
    void open() throws Exception {
        house = SessionHouse.open(host.in(folder));
    }

    @Test
    void twoBranchesOfARewindAppearLiveWhileAnAgentAdvances() throws Exception {
        At start = house.agent().start(REVIEW, json("{'ticketId':'LIVE-1','complexity':'Standard'}"));
        List<String> asked = new CopyOnWriteArrayList<>();
        Page page = host.window();
        page.onRequest(request -> asked.add(request.url().replaceFirst(".*/v1", "")));
        host.at(page, "/ui/session/LIVE-1");
        assertThat(page.locator(ROWS)).hasCount(2);
        assertThat(page.locator(ROWS).last()).containsText("Phase 0: Triage & Review Focus");

        house.agent().note(start, "One way to see it.");
        assertThat(page.locator(ROWS)).hasCount(3);
        assertThat(page.locator(ROWS).last()).containsText("Phase 1");

        At branch = house.agent().bring(start, json(TRIAGE));
        assertThat(page.locator(ROWS)).hasCount(5);
        assertThat(page.locator("#count")).hasText("2 steps, 2 branches");
        assertThat(page.locator(ROWS + " .badge.off")).hasText("superseded");
        assertThat(page.locator(ROWS + " .badge.good")).hasText("preferred");
        // Two dots in two lanes: the branch left the first one where it was.
        page.waitForFunction(
                "new Set([...document.querySelectorAll('#places circle')].map(it => it.getAttribute('cx'))).size === 2");

        house.agent().bring(branch, json(FILES));
        assertThat(page.locator(ROWS)).hasCount(6);
        assertThat(page.locator("#detail h2").first()).containsText("Phase 2: Findings");
        assertThat(asked.stream().filter(it -> it.endsWith("/sessions/LIVE-1")))
                .as("the session itself is asked for once; what comes is told")
                .hasSize(1);
        assertThat(asked.stream().filter(it -> it.endsWith("/places"))).hasSize(1);
    }

    @Test
    void aPersonCopiesAPromptWithFreshTokensForAnAgentThatLostItsOwn() throws Exception {
        At look = house.agent().start("plain", "LOST-1");
        Page page = host.at("/ui/session/LOST-1");

        page.getByText("Continue: a prompt with fresh tokens").click();

        assertThat(page.locator(".hand-over pre"))
                .containsText(look.told().string("stateToken").orElseThrow());
        assertThat(page.getByText("Copy this prompt")).isVisible();
    }

    @Test
    void aForkOfAnEndedRunJoinsTheLineageOnTheOpenPage() throws Exception {
        At look = house.agent().start("plain", "FORK-1");
        At judge = house.agent().note(look, "read");
        At end = house.agent().note(judge, "fine, because");
        assertThat(end.isComplete()).isTrue();
        Page page = host.at("/ui/session/FORK-1");
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator(ROWS).last()).containsText("Complete");

        At fork = house.agent().note(judge, "otherwise, because");

        assertThat(fork.run()).isNotEqualTo(look.run());
        assertThat(page.locator("#count")).hasText("3 steps, 2 branches");
        page.getByText("Compare with its source").click();
        assertThat(page).hasURL(Pattern.compile(".*/ui/compare/" + look.run() + "/" + fork.run()));
    }

    @Test
    void theAppendixIsShownAsItsHeaderItsLogItsTablesAndComments() throws Exception {
        house.reviewed("AUTH-1234");
        Page page = host.window(new Browser.NewContextOptions()
                .setViewportSize(1280, 860)
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
        host.at(page, "/ui/session/AUTH-1234?tab=documents");

        assertThat(section(page, "Review").locator("dd").nth(0))
                .hasText("fix(di): explicitly wire MCP description provider");
        assertThat(section(page, "Revision log").locator("li"))
                .containsText(new String[] {"Triage completed;", "Read both files and their callers."});
        assertThat(section(page, "Changed files").locator("tbody tr td:first-child"))
                .hasText(new String[] {"src/di/container.ts", "src/mcp/tool-description-provider.ts"});
        assertThat(section(page, "Changed files").locator("tbody tr").first())
                .containsText("Wire description provider in composition root");
        assertThat(section(page, "Findings").locator("tbody tr td:first-child"))
                .hasText(new String[] {"Major", "Minor"});
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Copy the comment")))
                .click();
        assertThat(page.locator("#notice")).hasText("Copied.");
        assertThat(page.evaluate("navigator.clipboard.readText()"))
                .isEqualTo("src/mcp/tool-descriptions.ts:79\n**Fix workflow_next tool description drift**\n\n"
                        + "The description references completedSteps, but the tool input schema now expects state +"
                        + " optional event.");
    }

    @Test
    void aStepShowsItsPromptItsNotesWhoDidItAndTheReceipt() throws Exception {
        house.reviewed("STEP-1");
        Page page = host.at("/ui/session/STEP-1");
        page.locator(ROWS).nth(1).click();
        Locator detail = page.locator("#detail");
        assertThat(detail.locator(".notes li").first()).hasText("tool-descriptions.ts");
        assertThat(detail.locator(".notes strong")).hasText("Standard");
        assertThat(detail).containsText("asks its user first");
        assertThat(detail.locator("dl .badge.good")).hasText("signed");
        detail.getByText("What the agent was told").click();
        assertThat(detail.locator(".prompt")).containsText("Classify the merge request");
        assertThat(detail.locator(".prompt")).containsText("Ticket: STEP-1.");
        assertThat(page).hasURL(Pattern.compile(".*\\?place=[0-9a-f]{16}"));
        String kept = page.url();
        page.navigate("about:blank");
        page.navigate(kept);
        assertThat(page.locator("#detail h2").first()).hasText("Phase 0: Triage & Review Focus");
    }

    @Test
    void aWorkflowWithoutContractsHasItsNotesAndNothingIsGuessed() throws Exception {
        At at = house.agent().start("plain", "PLAIN-1");
        house.agent()
                .bring(
                        at,
                        json(
                                "{'kind':'x','notesMarkdown':'All of it.','review':{'mrTitle':'x'},'findings':[{'title':'y'}]}"));
        Page page = host.at("/ui/session/PLAIN-1?tab=notes");
        assertThat(page.locator("#detail .note")).hasCount(1);
        assertThat(page.locator("#detail .note")).containsText("All of it.");
        tab(page, "Documents").click();
        assertThat(page.locator("#detail .document table")).hasCount(0);
        assertThat(page.locator("#detail dl.facts")).hasCount(0);
    }

    @Test
    void aRefusedAttemptIsShownWithItsReason() throws Exception {
        At judge = house.agent().note(house.agent().start("plain", "BLOCK-1"), "read");
        Page page = host.at("/ui/session/BLOCK-1");
        assertThat(page.locator(ROWS)).hasCount(3);

        assertThat(house.agent().note(judge, "No reason.").isBlocked()).isTrue();

        assertThat(page.locator(ROWS).last()).containsText("1 blocked");
        assertThat(page.locator("#detail .pinned")).containsText("say why you think so");
    }

    @Test
    void aRunIsPausedResumedAndCancelledFromThePageAndAskedAboutFirst() throws Exception {
        house.agent().start("plain", "ACT-1");
        Page page = host.at("/ui/session/ACT-1");
        button(page, "Pause").click();
        assertThat(page.locator("h1 .badge")).hasText("paused");
        button(page, "Resume").click();
        assertThat(button(page, "Pause")).isVisible();
        button(page, "Cancel …").click();
        button(page, "Leave it").click();
        assertThat(page.locator("h1 .badge")).not().hasText("cancelled");
        button(page, "Cancel …").click();
        button(page, "Cancel the run").click();
        assertThat(page.locator("h1 .badge")).hasText("cancelled");
        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Proof").setExact(true))
                .last()
                .click();
        assertThat(page.locator(".verdict")).isVisible();
    }

    @Test
    void aSessionThatBeginsAppearsInTheListAndSaysHowItEnds() throws Exception {
        Page page = host.at("/ui/sessions?q=list-1");
        assertThat(page.getByText(Pattern.compile("No session"))).isVisible();

        At at = house.agent().start("plain", "LIST-1");
        assertThat(page.locator("tbody tr")).containsText("waits for its agent");
        house.agent().note(house.agent().note(at, "read"), "fine, because");
        assertThat(page.locator("tbody tr")).containsText("completed");
    }

    @Test
    void sessionsAreInTheMenuAndARunOfOneLeadsToIt() throws Exception {
        At at = house.agent().start("plain", "MENU-1");
        Page page = host.at("/ui");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Sessions"))
                .click();
        page.getByPlaceholder("session or workflow").fill("menu-1");
        assertThat(page.locator("tbody tr")).hasCount(1);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("MENU-1"))
                .click();
        assertThat(page.locator("h1")).containsText("MENU-1");
        page.navigate(host.url() + "/ui/run/" + at.run());
        assertThat(page).hasURL(Pattern.compile(".*/ui/session/MENU-1"));
        page.getByText("Events", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page).hasURL(Pattern.compile(".*/ui/run/" + at.run() + "\\?tab=events"));
    }

    @Test
    void theSameSessionGivesTheSameBytes() throws Exception {
        house.reviewed("SAME-1");
        String path = "/v1/host/waybill/sessions/SAME-1";
        String places = host.get(path + "/places");
        String tip = places.replaceFirst("(?s).*\"standings\":\\{\"(sha256:[0-9a-f]+)\".*", "$1");
        for (String each : List.of(
                "", "/places", "/places/" + tip, "/places/" + tip + "/documents", "/places/" + tip + "/notes")) {
            assertThat(host.get(path + each))
                    .as(each)
                    .isEqualTo(host.get(path + each))
                    .startsWith("{");
        }
    }
}
