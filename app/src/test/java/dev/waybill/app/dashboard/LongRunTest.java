package dev.waybill.app.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.waybill.app.dashboard.DashboardHost.edge;
import static dev.waybill.app.dashboard.DashboardHost.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A run of ten thousand events on its page: only what can be seen exists, and what comes changes only what it is
/// about.
@TestInstance(Lifecycle.PER_CLASS)
class LongRunTest {

    private static final int STEPS = 5_000;
    private static final int MOST_ROWS = 80;
    private static final int MOST_ELEMENTS = 1_500;
    private static final double PATIENCE = 120_000;

    @TempDir
    static Path folder;

    @RegisterExtension
    static final DashboardHost host = new DashboardHost();

    private String run = "";

    @BeforeAll
    void open() throws Exception {
        String nodes = IntStream.range(0, STEPS)
                .mapToObj(index -> node("n" + index, "core.noop", ""))
                .collect(Collectors.joining(","));
        String edges = IntStream.range(1, STEPS)
                .mapToObj(index -> edge("n" + (index - 1), "n" + index))
                .collect(Collectors.joining(","));
        host.in(folder)
                .flow(
                        "long",
                        nodes + "," + node("gate", "core.approvalGate", "'title':'Go on?','actions':['accept']") + ","
                                + node("tail", "core.noop", ""),
                        edges + "," + edge("n" + (STEPS - 1), "gate") + "," + edge("gate", "tail"),
                        "")
                .serve();
        run = host.finished("long", "{}", "waiting-approval");
    }

    @Test
    void onlyWhatIsSeenExistsAndWhatComesChangesOnlyItsOwnRows() throws Exception {
        Page page = host.at("/ui/run/" + run);
        assertThat(page.locator("section.ask")).isVisible(new IsVisibleOptions().setTimeout(PATIENCE));
        page.waitForFunction(
                "() => document.querySelector('#steps').scrollHeight >= 30 * " + STEPS,
                null,
                new Page.WaitForFunctionOptions().setTimeout(PATIENCE));
        for (int step = 0; step <= 10; step++) {
            page.evaluate(
                    "part => { const all = document.querySelector('#steps');"
                            + " all.scrollTop = all.scrollHeight * part / 10; }",
                    step);
            page.waitForTimeout(100);
            assertThat(number(page, "#steps .row")).as("rows at " + step).isBetween(5, MOST_ROWS);
            assertThat(number(page, "*")).as("elements at " + step).isLessThan(MOST_ELEMENTS);
        }
        assertThat(page.locator("#steps .row").last()).containsText("gate");

        // From here on: what is asked for, and which rows are touched.
        List<String> asked = new CopyOnWriteArrayList<>();
        page.onRequest(request -> asked.add(request.url()));
        page.evaluate("() => { window.touched = new Set(); window.kept = [...document.querySelectorAll('#steps .row')];"
                + " new MutationObserver(all => all.forEach(it => { const row ="
                + " (it.target instanceof Element ? it.target : it.target.parentElement)?.closest('.line');"
                + " if (row) window.touched.add(row); })).observe(document.querySelector('#steps'),"
                + " {subtree: true, childList: true, characterData: true, attributes: true}); }");
        host.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}");
        assertThat(page.locator("h1 .badge")).hasText("completed", new HasTextOptions().setTimeout(PATIENCE));
        page.evaluate("() => { const all = document.querySelector('#steps'); all.scrollTop = all.scrollHeight; }");
        assertThat(page.locator("#steps .row").last()).containsText("run completed");
        assertThat(asked).as("nothing of the log is fetched again").noneMatch(url -> url.contains("/events"));
        assertThat(asked).as("the run's own head, and no more than a few times").hasSizeLessThan(8);
        // The gate, the one before it, whose lane goes on now, the two that came, and the rows that the Tab key came to
        // and comes to after scrolling.
        assertThat((int) page.evaluate("() => window.touched.size")).isBetween(1, 8);
        assertThat((int) page.evaluate("() => window.kept.filter(it => it.isConnected).length"))
                .as("rows that were there are still the same")
                .isGreaterThan(5);
    }

    private static int number(Page page, String selector) {
        return (int) page.evaluate("it => document.querySelectorAll(it).length", selector);
    }
}
