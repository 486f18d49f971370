package dev.waybill.app.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.waybill.app.Main;
import dev.waybill.app.agent.Served;
import dev.waybill.app.reliability.Spawned;
import dev.waybill.testkit.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A real `waybill serve` with workflows of a test, and a browser that looks at it. After each story the browser must
/// have complained of nothing, and both end with the last one.
final class DashboardHost implements AfterEachCallback, AfterAllCallback {

    private static final Pattern RUN = Pattern.compile("run_[0-9A-Z]{26}");
    private static final Pattern STATUS = Pattern.compile("\"status\":\"([a-z-]+)\"");
    private static final List<String> ENDS = List.of("completed", "failed", "cancelled");
    private static final int ATTEMPTS = 600;
    private static final String JSON = "application/json";

    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Path folder;
    private @Nullable Chromium chromium;
    private @Nullable Served served;

    /// Where its workflows and its data lie. Without a browser the stories are skipped.
    DashboardHost in(Path place) {
        folder = place;
        chromium = Chromium.open();
        return this;
    }

    private Path folder() {
        return Objects.requireNonNull(folder, "in() first");
    }

    private Chromium chromium() {
        return Objects.requireNonNull(chromium, "in() first");
    }

    /// A workflow of these nodes, with single quotes for double ones.
    DashboardHost flow(String id, String nodes, String edges, String variables) throws IOException {
        return flow(
                id,
                "{'id':'%s','name':'%s','version':'1','nodes':[%s],'edges':[%s],'variables':[%s]}"
                        .formatted(id, id, nodes, edges, variables));
    }

    /// A whole definition, with single quotes for double ones.
    DashboardHost flow(String id, String definition) throws IOException {
        return file("flows/" + id + ".json", definition);
    }

    DashboardHost file(String name, String text) throws IOException {
        Path file = folder().resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text.replace('\'', '"'));
        return this;
    }

    static Path examples() {
        return Path.of("").toAbsolutePath().resolveSibling("examples");
    }

    /// The workflows of an example, as they are shipped.
    DashboardHost example(String name) throws IOException {
        Path from = examples().resolve(name);
        Path flows = Files.createDirectories(folder().resolve("flows"));
        try (var files = Files.newDirectoryStream(from, "*.json")) {
            for (Path file : files) {
                Files.copy(file, flows.resolve(file.getFileName().toString()));
            }
        }
        return this;
    }

    static String node(String id, String type, String config) {
        return "{'id':'%s','typeId':'%s','config':{%s}}".formatted(id, type, config);
    }

    static String edge(String from, String to) {
        return "{'id':'%s-%s','sourceNodeId':'%s','targetNodeId':'%s'}".formatted(from, to, from, to);
    }

    /// @param more what `serve` is told besides
    DashboardHost serve(String... more) throws IOException, InterruptedException {
        served = started("home", more);
        return this;
    }

    /// The same store, served by somebody who has other keys.
    Served servedWithOtherKeys() throws IOException, InterruptedException {
        return started("another-home");
    }

    private Served started(String home, String... more) throws IOException, InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder().resolve(home).toString());
        variables.put("XDG_CONFIG_HOME", folder().resolve(home).toString());
        List<String> arguments = new ArrayList<>(List.of(
                "serve",
                "--port",
                "0",
                "--data",
                data().toString(),
                "--workflows",
                folder().resolve("flows").toString()));
        Path config = folder().resolve("config.json");
        if (Files.exists(config)) {
            arguments.addAll(List.of("--config", config.toString()));
        }
        arguments.addAll(List.of(more));
        return Served.ready(
                Spawned.start(folder(), variables, new LinkedHashMap<>(), Main.class, arguments.toArray(String[]::new)),
                "");
    }

    Path data() {
        return folder().resolve("data");
    }

    String url() {
        return Objects.requireNonNull(served, "serve() first").url();
    }

    /// An agent at work on its guided workflows.
    SessionAgent agent() {
        return new SessionAgent(http, url());
    }

    String get(String path) throws IOException, InterruptedException {
        return send("GET", path, null);
    }

    String post(String path, String json) throws IOException, InterruptedException {
        return send("POST", path, json);
    }

    String send(String method, String path, @Nullable String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url() + path))
                        .header("Accept", JSON)
                        .header("Content-Type", JSON)
                        .method(
                                method,
                                json == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body();
    }

    byte[] bytes(String path) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create(url() + path)).build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    String start(String workflow) throws IOException, InterruptedException {
        return start(workflow, "{}");
    }

    String start(String workflow, String inputs) throws IOException, InterruptedException {
        return run(post("/v1/runs", "{'workflowId':'%s','inputs':%s}".formatted(workflow, inputs)));
    }

    static String run(String text) {
        Matcher run = RUN.matcher(text);
        assertThat(run.find()).as(text).isTrue();
        return run.group();
    }

    /// Looks again and again, as long as a busy machine may take.
    void until(String run, String status) throws IOException, InterruptedException {
        String seen = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Matcher found = STATUS.matcher(get("/v1/runs/" + run));
            seen = found.find() ? found.group(1) : "";
            if (seen.equals(status)) {
                return;
            }
            assertThat(ENDS).as("how " + run + " ended").doesNotContain(seen);
            Thread.sleep(200);
        }
        assertThat(seen).isEqualTo(status);
    }

    /// A run that has come to its end, or to where it waits.
    String finished(String workflow, String inputs, String status) throws IOException, InterruptedException {
        String run = start(workflow, inputs);
        until(run, status);
        return run;
    }

    Page window() {
        return chromium().window();
    }

    Page window(Browser.NewContextOptions options) {
        return chromium().window(options);
    }

    Page phone() {
        return window(new Browser.NewContextOptions().setViewportSize(390, 844));
    }

    Page at(String address) {
        return at(window(), address);
    }

    Page at(Page page, String address) {
        page.navigate(url() + address);
        return page;
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /// The line of the graph whose step is called so.
    static Locator line(Page page, String text) {
        return page.locator(
                "#steps .line",
                new Page.LocatorOptions()
                        .setHas(page.locator(
                                ".name", new Page.LocatorOptions().setHasText(Pattern.compile("^" + text)))));
    }

    static boolean fits(Page page) {
        return Boolean.TRUE.equals(page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }

    /// Looks at pages as somebody at night, on a phone, and with a screen reader would.
    ///
    /// @param first what must be there, and of which a part of the page is about
    void haveNoBarrier(List<String> addresses, String first) throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            // The judge is a script of its own, which our pages would not load.
            Page page = window(
                    new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true));
            for (String address : addresses) {
                at(page, address).locator(first).first().waitFor();
                assertThat(Axe.serious(page)).as(address + " " + scheme).isEqualTo(List.of());
            }
        }
        Page phone = phone();
        for (String address : addresses) {
            at(phone, address).locator(first).first().waitFor();
            assertThat(fits(phone)).as(address + " on a phone").isTrue();
        }
    }

    /// The same of one page with a part that somebody has chosen.
    void hasNoBarrier(String address, String chosen) throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = window(
                    new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true));
            at(page, address).locator(chosen).first().click();
            page.waitForTimeout(300);
            assertThat(Axe.serious(page)).as(address + " " + scheme).isEqualTo(List.of());
        }
    }

    @Override
    public void afterEach(ExtensionContext story) {
        assertThat(chromium().complaints).isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext stories) {
        if (served != null) {
            served.close();
        }
        if (chromium != null) {
            chromium.close();
        }
        http.close();
    }
}
