package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.button;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.line;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.waybill.app.dashboard.SessionAgent.At;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Everything is done without a mouse: a key reaches it, one sees where the focus is, and it is never lost.
@TestInstance(Lifecycle.PER_CLASS)
class KeyboardTest {

    private static final int MOST_TABS = 60;
    private static final int LONG = 200;

    /// The element that has the focus, where one can see it: an outline that nothing cuts off.
    private static final String SEEN = """
            () => {
              const it = document.activeElement;
              if (!it || it === document.body) return 'nothing has the focus';
              const style = getComputedStyle(it);
              const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
              if (!outlined) return 'no outline: ' + it.outerHTML;
              const box = it.getBoundingClientRect();
              const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
              return inside ? '' : 'out of sight: ' + it.outerHTML;
            }""";

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    @BeforeAll
    void open() throws Exception {
        String steps = IntStream.range(0, LONG)
                .mapToObj(index -> node("n" + index, "core.noop", ""))
                .collect(Collectors.joining(","));
        String edges = IntStream.range(1, LONG)
                .mapToObj(index -> edge("n" + (index - 1), "n" + index))
                .collect(Collectors.joining(","));
        host.in(folder)
                .flow("long", steps, edges, "")
                .flow(
                        "ship",
                        node("gate", "core.approvalGate", "'title':'Ship it?','actions':['accept','reject']"),
                        "",
                        "")
                .flow(
                        "greet",
                        node("greet", "core.identity", ""),
                        "",
                        "{'name':'who','type':'string','defaultValue':'Ada'}")
                .flow(
                        "plain",
                        "{'id':'plain','name':'A plain flow','description':'Two steps.','version':'1.0.0','steps':["
                                + "{'id':'look','title':'Look around','prompt':'Look.'},"
                                + "{'id':'judge','title':'Judge it','prompt':'Say why.'}]}")
                .serve();
    }

    /// Presses Tab until something has the focus.
    private static void tabTo(Page page, Locator wanted) {
        for (int presses = 0; presses < MOST_TABS; presses++) {
            if (has(wanted)) {
                assertThat(page.evaluate(SEEN)).isEqualTo("");
                return;
            }
            page.keyboard().press("Tab");
        }
        assertThat(wanted).isFocused();
    }

    private static boolean has(Locator wanted) {
        return wanted.count() == 1 && Boolean.TRUE.equals(wanted.evaluate("it => it === document.activeElement"));
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
    }

    @Test
    void aQuestionOfTheInboxIsReachedAnsweredAndLeft() throws Exception {
        String run = host.finished("ship", "{}", "waiting-approval");
        Page page = host.at("/ui/inbox");
        Locator card = page.locator(
                "section.ask", new Page.LocatorOptions().setHas(page.locator("a[href='/ui/run/" + run + "']")));
        assertThat(card).isVisible();
        tabTo(page, card.getByLabel("Your name"));
        page.keyboard().type("Ada");
        tabTo(page, card.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Reject")));
        press(page, "Enter");
        assertThat(card).containsText("Rejected by Ada");
        assertThat(card).isFocused();
        press(page, "Tab");
        assertThat(card.locator("a").first()).isFocused();
    }

    @Test
    void afterAnAnswerOnARunsPageTheFocusIsStillThere() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("ship", "{}", "waiting-approval"));
        assertThat(button(page, "Accept")).isVisible();
        tabTo(page, page.getByLabel("Your name"));
        page.keyboard().type("Ada");
        tabTo(page, button(page, "Accept"));
        press(page, "Enter");
        assertThat(page.locator("h1 .badge")).hasText("completed");
        assertThat(page.locator("#top")).isFocused();
        tabTo(page, button(page, "Fork …"));
    }

    @Test
    void aLongListIsOneStopOfTheTabKeyAndArrowsWalkIt() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("long", "{}", "completed"));
        assertThat(page.locator("#steps .row").first()).containsText("run started");
        tabTo(page, page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Steps")));
        press(page, "Tab");
        assertThat(page.locator("#steps .row").first()).isFocused();
        press(page, "ArrowDown", "Enter");
        assertThat(page.locator("#detail h2").first()).containsText("n0");
        press(page, "End");
        assertThat(line(page, "run completed").locator(".row")).isFocused();
        assertThat(page.evaluate(SEEN)).isEqualTo("");
        press(page, "PageUp", "ArrowUp", "Enter");
        assertThat(page.locator("#detail h2").first()).containsText("n1");
        press(page, "Tab");
        assertThat(page.locator("#steps :focus")).hasCount(0);
        press(page, "Shift+Tab");
        assertThat(page.locator("#steps .row[aria-current=true]")).isFocused();
    }

    @Test
    void arrowsChooseAmongTheViewsOfARun() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("greet", "{}", "completed"));
        tabTo(page, page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Steps")));
        press(page, "ArrowRight", "ArrowRight");
        assertThat(page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Events")))
                .isFocused();
        assertThat(page.locator("#events .row").first()).containsText("run.completed");
        tabTo(page, page.locator("#events .row").first());
        press(page, "ArrowDown", "Enter");
        assertThat(page.locator("#detail h2").first()).containsText("node.completed");
    }

    @Test
    void theRewindDialogClosesByEscapeAndGivesTheFocusBack() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("greet", "{}", "completed"));
        assertThat(line(page, "greet")).hasCount(1);
        tabTo(page, page.locator("#steps .row").first());
        press(page, "ArrowDown", "Enter");
        Locator fork = button(page, "Fork here …");
        assertThat(fork).isVisible();
        tabTo(page, fork);
        press(page, "Enter");
        assertThat(page.locator("dialog .cost")).containsText("will run again");
        assertThat(page.locator("dialog :focus")).hasCount(1);
        press(page, "Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(fork).isFocused();
        press(page, "Enter");
        Locator value = page.locator("dialog textarea[name=value-who]");
        assertThat(value).isVisible();
        tabTo(page, value);
        press(page, "Control+a");
        page.keyboard().type("\"Grace\"");
        tabTo(page, button(page, "Branch"));
        press(page, "Enter");
        assertThat(page.locator("#top")).containsText("A branch of");
        assertThat(page.locator("#page")).isFocused();
    }

    @Test
    void aCancelIsAskedAboutAndEscapeLeavesTheRunAlone() throws Exception {
        Page page = host.at("/ui/run/" + host.finished("ship", "{}", "waiting-approval"));
        assertThat(button(page, "Cancel …")).isVisible();
        tabTo(page, button(page, "Cancel …"));
        press(page, "Enter");
        assertThat(button(page, "Leave it")).isFocused();
        press(page, "Escape");
        assertThat(button(page, "Cancel …")).isFocused();
        press(page, "Enter", "Shift+Tab", "Enter");
        assertThat(page.locator("h1 .badge")).hasText("cancelled");
    }

    @Test
    void theLineageOfASessionIsWalkedAndItsRunCancelled() throws Exception {
        SessionAgent agent = host.agent();
        At start = agent.start("plain", "KEYS-2");
        agent.note(start, "one way");
        agent.note(start, "another way");
        Page page = host.at("/ui/session/KEYS-2");
        assertThat(page.locator("#count")).hasText("2 steps, 2 branches");
        tabTo(page, page.locator("#places .row[aria-current=true]"));
        press(page, "Home");
        assertThat(page.locator("#detail h2").first()).hasText("Started");
        press(page, "ArrowDown");
        assertThat(page.locator("#detail .notes")).hasText("one way");
        tabTo(page, page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Step")));
        press(page, "ArrowRight", "ArrowRight");
        assertThat(page.locator("#detail .note")).hasCount(1);
        host.at(page, "/ui/session/KEYS-2");
        assertThat(button(page, "Cancel …")).isVisible();
        tabTo(page, button(page, "Cancel …"));
        press(page, "Enter");
        assertThat(button(page, "Leave it")).isFocused();
        press(page, "Escape");
        assertThat(button(page, "Cancel …")).isFocused();
    }

    @Test
    void twoRunsAreComparedAndTheirDifferencesWalked() throws Exception {
        String run = host.finished("greet", "{}", "completed");
        String other = host.finished("long", "{}", "completed");
        Page page = host.at("/ui/compare");
        tabTo(page, page.getByLabel("One run"));
        page.keyboard().type(run);
        press(page, "Tab");
        page.keyboard().type(other);
        press(page, "Enter");
        Locator rows = page.locator("#sides .pairs");
        assertThat(rows.first()).isVisible();
        assertThat(page.locator("#page")).isFocused();
        tabTo(page, rows.first());
        press(page, "ArrowDown");
        assertThat(rows.nth(1)).isFocused();
        assertThat(page.evaluate(SEEN)).isEqualTo("");
        press(page, "Enter");
        assertThat(page.locator("#parting h2")).containsText("Divergence: event");
        assertThat(rows.nth(1)).isFocused();
    }

    @Test
    void aQuestionToTheEvidenceIsAskedAndOneOfSeveralChosen() throws Exception {
        String run = host.finished("greet", "{}", "completed");
        Page page = host.at("/ui/evidence/why");
        tabTo(page, page.getByLabel("Record"));
        page.keyboard().type(run);
        tabTo(page, button(page, "Ask"));
        press(page, "Enter");
        Locator candidates = page.locator(".verdict button.plain");
        assertThat(candidates.first()).isVisible();
        assertThat(button(page, "Ask")).isFocused();
        tabTo(page, candidates.first());
        press(page, "Enter");
        assertThat(page.locator("tbody tr").first()).isVisible();
        assertThat(page.locator(".verdict")).isFocused();
        tabTo(page, page.locator("tbody summary").first());
        press(page, "Enter");
        assertThat(page.locator("tbody .json").first()).isVisible();
    }
}
