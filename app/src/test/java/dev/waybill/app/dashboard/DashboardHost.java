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
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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

/// A real `waybill serve` with workflows of a test, and a browser that looks at it.
final class DashboardHost implements AutoCloseable {

    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final Pattern RUN = Pattern.compile("run_[0-9A-Z]{26}");
    private static final Pattern STATUS = Pattern.compile("\"status\":\"([a-z-]+)\"");
    private static final List<String> ENDS = List.of("completed", "failed", "cancelled");
    private static final int ATTEMPTS = 600;

    private final Path folder;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Chromium chromium;
    private @Nullable Served served;

    DashboardHost(Path folder) {
        this.folder = folder;
        this.chromium = Chromium.open();
    }

    /// A workflow of these nodes, with single quotes for double ones.
    DashboardHost flow(String id, String nodes, String edges, String variables) throws IOException {
        return file(
                "flows/" + id + ".json",
                "{'id':'%s','name':'%s','version':'1','nodes':[%s],'edges':[%s],'variables':[%s]}"
                        .formatted(id, id, nodes, edges, variables));
    }

    DashboardHost file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text.replace('\'', '"'));
        return this;
    }

    /// The workflows of an example, as they are shipped.
    DashboardHost example(String name) throws IOException {
        Path from = Path.of("").toAbsolutePath().resolveSibling("examples").resolve(name);
        Files.createDirectories(folder.resolve("flows"));
        try (var files = Files.newDirectoryStream(from, "*.json")) {
            for (Path file : files) {
                Files.copy(
                        file, folder.resolve("flows").resolve(file.getFileName().toString()));
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

    DashboardHost serve() throws Exception {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        List<String> arguments = new ArrayList<>(List.of(
                "serve",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString(),
                "--workflows",
                folder.resolve("flows").toString()));
        Path config = folder.resolve("config.json");
        if (Files.exists(config)) {
            arguments.addAll(List.of("--config", config.toString()));
        }
        served = Served.ready(
                Spawned.start(folder, variables, new LinkedHashMap<>(), Main.class, arguments.toArray(String[]::new)),
                "");
        return this;
    }

    private String url() {
        return Objects.requireNonNull(served, "serve() first").url();
    }

    String send(String method, String path, @Nullable String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(URI.create(url() + path))
                        .header("Content-Type", "application/json")
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

    String start(String workflow, String inputs) throws IOException, InterruptedException {
        return run(send("POST", "/v1/runs", "{'workflowId':'%s','inputs':%s}".formatted(workflow, inputs)));
    }

    static String run(String text) {
        Matcher run = RUN.matcher(text);
        assertThat(run.find()).as(text).isTrue();
        return run.group();
    }

    String snapshot(String run) throws IOException, InterruptedException {
        return send("GET", "/v1/runs/" + run, null);
    }

    /// Looks again and again, as long as a busy machine may take.
    void until(String run, String status) throws IOException, InterruptedException {
        String seen = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Matcher found = STATUS.matcher(snapshot(run));
            seen = found.find() ? found.group(1) : "";
            if (seen.equals(status)) {
                return;
            }
            assertThat(ENDS).as("how " + run + " ended").doesNotContain(seen);
            Thread.sleep(200);
        }
        assertThat(seen).isEqualTo(status);
    }

    /// A run that has come to its end.
    String finished(String workflow, String inputs, String status) throws IOException, InterruptedException {
        String run = start(workflow, inputs);
        until(run, status);
        return run;
    }

    Page window(Browser.NewContextOptions options) {
        return chromium.window(options);
    }

    Page at(String address) {
        return go(chromium.window(), address);
    }

    Page go(Page page, String address) {
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

    /// What axe-core calls serious or critical, in light and dark.
    void hasNoBarrier(String address, String first) throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            // The judge is a script of its own, which our pages would not load.
            Page page = go(
                    chromium.window(new Browser.NewContextOptions()
                            .setColorScheme(scheme)
                            .setBypassCSP(true)),
                    address);
            page.locator(first).first().click();
            page.waitForTimeout(300);
            judge(page, address + " " + scheme);
        }
    }

    static void judge(Page page, String what) throws IOException {
        page.evaluate(resource(AXE));
        Object found = page.evaluate("axe.run().then(it => it.violations"
                + ".filter(v => ['serious','critical'].includes(v.impact)).map(v => v.id + ': ' + v.nodes[0].html))");
        assertThat(found).as(what).isEqualTo(List.of());
    }

    private static String resource(String path) throws IOException {
        try (InputStream in = Objects.requireNonNull(DashboardHost.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void complainedOfNothing() {
        assertThat(chromium.complaints).isEmpty();
    }

    @Override
    public void close() {
        if (served != null) {
            served.close();
        }
        chromium.close();
        http.close();
    }
}
