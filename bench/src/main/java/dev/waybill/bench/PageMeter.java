package dev.waybill.bench;

import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.waybill.testkit.browser.Chromium;
import java.util.ArrayList;
import java.util.List;

/// A page of the dashboard in a real browser, and what it costs to look at it.
///
/// @param rows the rows of its list, as a selector
/// @param list what scrolls them
record PageMeter(Page page, String url, String list, String rows) {

    private static final double PATIENCE = 180_000;
    private static final int OPENINGS = 5;

    /// When the first rows stand there, counted from the navigation.
    private static final String FIRST = "rows => document.querySelectorAll(rows).length > 5 ? performance.now() : 0";

    private static final String SCROLL = """
            async list => {
              const all = document.querySelector(list);
              const step = all.scrollHeight / 40;
              const began = performance.now();
              for (let i = 0; i < 40; i++) {
                all.scrollTop = i * step;
                await new Promise(requestAnimationFrame);
              }
              all.scrollTop = 0;
              return (performance.now() - began) / 40;
            }""";

    static PageMeter open(Chromium chromium, String url, String list, String rows) {
        PageMeter meter = new PageMeter(chromium.window(), url, list, rows);
        meter.page.setDefaultTimeout(PATIENCE);
        meter.firstRows();
        return meter;
    }

    /// @return milliseconds until rows stand there
    double firstRows() {
        page.navigate("about:blank");
        page.navigate(url);
        return number(page.waitForFunction(FIRST, rows).jsonValue());
    }

    /// The same, in the middle of some openings.
    double usualFirstRows(Effort effort) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < Math.min(OPENINGS, effort.rounds()); i++) {
            millis.add(firstRows());
        }
        millis.sort(null);
        return millis.get(millis.size() / 2);
    }

    /// @return milliseconds of one frame while somebody scrolls through all of it
    double frame() {
        return number(page.evaluate(SCROLL, list));
    }

    double elements() {
        return number(page.evaluate("document.querySelectorAll('*').length"));
    }

    /// @return megabytes that the page needs, after what it does not need any more was collected
    double heap() {
        CDPSession tools = page.context().newCDPSession(page);
        try {
            var _ = tools.send("HeapProfiler.enable");
            var _ = tools.send("HeapProfiler.collectGarbage");
            return tools.send("Runtime.getHeapUsage").get("usedSize").getAsDouble() / 1e6;
        } finally {
            tools.detach();
        }
    }

    double evaluate(String script, Object argument) {
        return number(page.evaluate(script, argument));
    }

    /// Waits until a text shows an element as it should be.
    void until(String selector, String text) {
        page.waitForFunction(
                "([where, text]) => document.querySelector(where)?.textContent.includes(text)",
                List.of(selector, text));
    }

    static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
