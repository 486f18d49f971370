package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.line;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A run's steps as they happened: in lanes, on a timeline, in the log.
@TestInstance(Lifecycle.PER_CLASS)
class RunGraphTest {

    private static final Page.GetByLabelOptions EXACT = new Page.GetByLabelOptions().setExact(true);
    private static final String TOPIC = "{'topic':'Parcels'}";

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        String wide = Stream.of("a", "b", "c", "d", "e", "f", "g")
                .map(name -> node("search-" + name, "core.noop", ""))
                .collect(Collectors.joining(","));
        String edges = Stream.of("a", "b", "c", "d", "e", "f", "g")
                .map(name -> edge("begin", "search-" + name))
                .collect(Collectors.joining(","));
        host.in(folder)
                .example("review")
                .flow("wide", node("begin", "core.noop", "") + "," + wide, edges, "")
                .flow(
                        "broken",
                        node("fine", "core.noop", "") + ","
                                + node(
                                        "fails",
                                        "core.fail",
                                        "'code':'model_unauthorised','message':'The key was revoked.'"),
                        edge("fine", "fails"),
                        "")
                .flow(
                        "crew",
                        node(
                                        "boss",
                                        "core.orchestrator.supervisor",
                                        "'rules':[{'when':'lastTurn == null','then':{'kind':'next-worker','nextWorkerIds':['broken']}},"
                                                + "{'then':{'kind':'terminate','reason':'enough'}}]")
                                + "," + node("desk", "core.dispatch", ""),
                        edge("boss", "desk") + "," + edge("desk", "boss"),
                        "")
                .flow(
                        "ask",
                        node("build", "core.noop", "") + ","
                                + node("gate", "core.approvalGate", "'title':'Go on?','actions':['accept']"),
                        edge("build", "gate"),
                        "")
                .flow("hands", node("hand", "core.subWorkflow", "'workflowId':'ask','waitForCompletion':true"), "", "")
                .serve();
    }

    @Test
    void aWideFanOutIsOneLineUntilSomebodyOpensIt() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("wide", "{}", "completed"));
        Locator fan = line(page, "7 side by side");
        assertThat(fan).containsText("7 completed");
        assertThat(page.locator("#steps .row")).hasCount(4);
        fan.locator("button.fold").click();
        assertThat(page.locator("#steps .row")).hasCount(10);
        button(page, "fold 7").click();
        assertThat(page.locator("#steps .row")).hasCount(4);
    }

    @Test
    void aLoopCountsItsRoundsAndFolds() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("report", TOPIC, "completed"));
        Locator loop = line(page, "planner → desk");
        assertThat(loop).containsText("2 rounds");
        assertThat(line(page, "desk").last()).containsText("round 2");
        int open = page.locator("#steps .row").count();
        loop.locator("button.fold").click();
        assertThat(page.locator("#steps .row")).hasCount(open - 4);
    }

    @Test
    void childRunsOpenInPlaceAndWhatWasSentBackIsGrey() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("report", TOPIC, "completed"));
        line(page, "desk").first().locator("button.fold").click();
        Locator authors = line(page, "author");
        assertThat(authors).hasCount(2);
        assertThat(authors.first()).hasClass(Pattern.compile("grey"));
        assertThat(authors.first()).containsText("superseded: sent back");
        assertThat(authors.last()).not().hasClass(Pattern.compile("grey"));
        assertThat(line(page, "text")).hasCount(0);
        authors.last().locator("button.fold").click();
        assertThat(line(page, "text")).hasCount(1);
        line(page, "text").locator(".row").click();
        assertThat(page.locator("#detail")).containsText("source: the harbour master");
    }

    @Test
    void anOpenedChildRunMovesWhenItMovesAndIsNotAskedAfterMeanwhile() throws Exception {
        String run = host.start("hands");
        Page page = host.window();
        List<String> asked = new CopyOnWriteArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        host.at(page, "/ui/run/" + run);
        line(page, "hand").locator("button.fold").click();
        assertThat(line(page, "gate")).containsText("waiting");
        String child = String.valueOf(line(page, "ask").locator("a").getAttribute("href"))
                .replace("/ui/run/", "");
        assertThat(page.locator("#steps .line", new Page.LocatorOptions().setHasText("run completed")))
                .hasCount(0);
        long before = asked.stream().filter(url -> url.contains(child)).count();
        // Longer than anybody who polls would wait.
        page.waitForTimeout(2_500);
        assertThat(asked.stream().filter(url -> url.contains(child))).hasSize((int) before);
        host.post("/v1/runs/" + child + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(page.locator("#steps .line", new Page.LocatorOptions().setHasText("run completed")))
                .hasCount(2);
    }

    @Test
    void aForkThatSomebodyElseBeginsAppearsOnTheOpenPage() throws Exception {
        String run = host.finished("wide", "{}", "completed");
        Page page = host.at("/ui/run/" + run);
        assertThat(line(page, "7 side by side")).hasCount(1);
        String branch = DashboardHost.run(host.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':3}"));
        assertThat(line(page, "a branch parts here").locator("a")).hasAttribute("href", "/ui/run/" + branch);
        assertThat(line(page, "a branch parts here")).containsText("completed");
    }

    @Test
    void aBranchIsShownWhereItPartsAndItsSourceIsGreyBesideIt() throws Exception {
        String run = host.finished("report", TOPIC, "completed");
        String branch = DashboardHost.run(host.post("/v1/runs/" + run + ":fork", "{'mode':'branch','fromSeq':20}"));
        host.until(branch, "completed");
        Page page = host.at("/ui/run/" + run);
        Locator parts = line(page, "a branch parts here");
        assertThat(parts.locator("a")).hasAttribute("href", "/ui/run/" + branch);
        // Between the first round and the second, which began at the event where it parts.
        assertThat(page.locator("#steps .line").nth(4)).containsText("a branch parts here");
        parts.locator("a").click();
        Locator source = line(page, "its source went on");
        assertThat(source).hasClass(Pattern.compile("grey"));
        source.locator("button.fold").click();
        assertThat(page.locator("#steps .line.grey").last()).containsText("run completed");
    }

    @Test
    void aFailureIsRedPinnedAndSaysWhatToDo() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("broken", "{}", "failed"));
        assertThat(page.locator(".pin")).containsText("first at fails");
        assertThat(page.locator(".pin")).containsText("Give the provider a key that works");
        assertThat(page.locator("#steps .line.failed")).hasCount(2);
        button(page, "Show the step that failed first").click();
        assertThat(page.locator("#detail .pinned")).containsText("Give the provider a key that works");
    }

    @Test
    void aWorkerThatFailedIsRedAndPinnedThoughItsRunGoesOn() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("crew", "{}", "completed"));
        assertThat(page.locator(".pin")).containsText("A worker failed, first at desk");
        button(page, "Show the step that failed first").click();
        assertThat(line(page, "desk").first()).hasClass(Pattern.compile("failed"));
        line(page, "desk").first().locator("button.fold").click();
        assertThat(page.locator("#steps .line.failed", new Page.LocatorOptions().setHasText("fails")))
                .hasCount(1);
    }

    @Test
    void theTimelineTellsWaitingFromWorking() throws Exception {
        String run = host.finished("ask", "{}", "waiting-approval");
        Page page = host.at("/ui/run/" + run + "?tab=timeline");
        Locator gate = page.locator("#timeline .row", new Page.LocatorOptions().setHasText("gate"));
        assertThat(gate.locator("rect.waits")).hasCount(1);
        assertThat(page.locator("#timeline .row", new Page.LocatorOptions().setHasText("build"))
                        .locator("rect.waits"))
                .hasCount(0);
        assertThat(gate).hasAttribute("aria-label", Pattern.compile("gate, .* in all, .* at work"));
        Page parent = host.at("/ui/run/" + host.finished("report", TOPIC, "completed") + "?tab=timeline");
        assertThat(parent.locator("#timeline .row", new Page.LocatorOptions().setHasText("desk"))
                        .nth(1)
                        .locator("rect.elsewhere"))
                .not()
                .hasCount(0);
    }

    @Test
    void eventsAreFilteredByKindAndNodeInTheAddress() throws Exception {
        String run = host.finished("report", TOPIC, "completed");
        Page page = host.at("/ui/run/" + run + "?tab=events");
        page.getByLabel("Kind", EXACT).selectOption("node.completed");
        page.getByLabel("Node", EXACT).selectOption("planner");
        assertThat(page.locator("#events .row")).hasCount(2);
        assertThat(page.url()).endsWith("?tab=events&kind=node.completed&node=planner");
        page.reload();
        assertThat(page.locator("#events .row")).hasCount(2);
        page.locator("#events .row").first().click();
        assertThat(page.locator("#detail")).containsText("the report was accepted");
    }

    @Test
    void arrowsWalkAndOpenTheGraph() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("report", TOPIC, "completed"));
        line(page, "planner").nth(1).locator(".row").focus();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("ArrowRight");
        assertThat(line(page, "author")).hasCount(2);
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Enter");
        assertThat(page.locator("#detail h2")).containsText("author");
    }

    @Test
    void aPhoneShowsEveryViewWithoutSidewaysScroll() throws Exception {
        String run = host.finished("report", TOPIC, "completed");
        Page page = host.phone();
        for (String tab : List.of("steps", "timeline", "events")) {
            host.at(page, "/ui/run/" + run + "?tab=" + tab);
            page.locator("#" + tab + " .row").nth(2).click();
            assertThat(page.locator("#detail h2").first()).isVisible();
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .as(tab)
                    .isEqualTo(true);
        }
    }

    @Test
    void noViewHasASeriousBarrier() throws Exception {
        String run = host.finished("report", TOPIC, "completed");
        host.hasNoBarrier("/ui/run/" + run, "#steps .row >> nth=3");
        host.hasNoBarrier("/ui/run/" + run + "?tab=timeline", "#timeline .row >> nth=3");
        host.hasNoBarrier("/ui/run/" + run + "?tab=events", "#events .row");
    }
}
