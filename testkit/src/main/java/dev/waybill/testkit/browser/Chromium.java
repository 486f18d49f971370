package dev.waybill.testkit.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The browser of this machine. Without one there is nothing to look with, and the tests say so.
public final class Chromium implements AutoCloseable {

    /// What to say where there is none.
    public static final String ABSENT = "no chromium on this machine; -Dwaybill.chromium=FILE names one";

    private static final List<String> QUIETLY = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    /// How long a page may take to show something, in milliseconds. A busy machine needs more than the few seconds that
    /// are usual.
    private static final double PATIENCE = 60_000;

    /// A browser also tells of every answer that is a refusal, and those may be what a story is about.
    private static final Pattern POLICY = Pattern.compile("Content Security Policy|Trusted(HTML|Script)");

    /// What the browser complained about: errors of scripts, and what the content policy kept out.
    public final List<String> complaints = new CopyOnWriteArrayList<>();

    private final Playwright playwright;
    private final Browser browser;
    private final List<BrowserContext> contexts = new ArrayList<>();

    private Chromium(Path program) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(QUIETLY));
    }

    /// For a test, which is skipped where there is none.
    public static Chromium open() {
        Optional<Path> program = program();
        assumeTrue(program.isPresent(), ABSENT);
        return at(program.orElseThrow());
    }

    public static Chromium at(Path program) {
        return new Chromium(program);
    }

    public static Optional<Path> program() {
        Stream<String> folders =
                Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"));
        Stream<Path> found = folders.flatMap(folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of(folder, name)));
        return Stream.concat(
                        Stream.ofNullable(System.getProperty("waybill.chromium"))
                                .map(Path::of),
                        found)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /// A window of its own, with nothing remembered.
    public Page window(Browser.NewContextOptions options) {
        BrowserContext context = browser.newContext(options);
        context.setDefaultTimeout(PATIENCE);
        contexts.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (POLICY.matcher(message.text()).find()) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        return page;
    }

    public Page window() {
        return window(new Browser.NewContextOptions().setViewportSize(1280, 860));
    }

    @Override
    public void close() {
        contexts.forEach(BrowserContext::close);
        browser.close();
        playwright.close();
    }
}
