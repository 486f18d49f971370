package dev.waybill.app.dashboard;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// axe-core judges a page. It is a script of its own, which our pages would not load, so the window must not mind the
/// content policy.
final class Axe {

    private static final String SCRIPT = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String SERIOUS =
            "axe.run().then(it => it.violations.filter(v => ['serious','critical'].includes(v.impact)).map(v => v.id + ': ' + v.nodes[0].html))";

    private Axe() {}

    /// What keeps somebody out, each with an element.
    static Object serious(Page page) throws IOException {
        try (InputStream in = Objects.requireNonNull(Axe.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            page.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return page.evaluate(SERIOUS);
    }
}
