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
import dev.waybill.testkit.Until;
import dev.waybill.testkit.browser.Chromium;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `waybill serve` with workflows of its own, and a browser that looks at its pages.
final class ServedPages implements AutoCloseable {

    private static final Pattern RUN = Pattern.compile("run_[0-9A-Z]+");

    final Path folder;
    final Chromium chromium;
    private final Served served;
    private final HttpClient http = HttpClient.newHttpClient();

    private ServedPages(Path folder, Chromium chromium, Served served) {
        this.folder = folder;
        this.chromium = chromium;
        this.served = served;
    }

    /// @param definitions workflows by their id, with single quotes for double ones
    static ServedPages open(Path folder, Map<String, String> definitions) throws Exception {
        Chromium chromium = Chromium.open();
        Path flows = Files.createDirectories(folder.resolve("flows"));
        for (Map.Entry<String, String> definition : definitions.entrySet()) {
            Files.writeString(
                    flows.resolve(definition.getKey() + ".json"),
                    definition.getValue().replace('\'', '"'));
        }
        return new ServedPages(folder, chromium, Served.ready(serve(folder, "home"), ""));
    }

    /// The same store, served by somebody who has other keys.
    Served servedWithOtherKeys() throws IOException, InterruptedException {
        return Served.ready(serve(folder, "another-home"), "");
    }

    private static Spawned serve(Path folder, String home) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", folder.resolve(home).toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve(home).toString());
        return Spawned.start(
                folder,
                variables,
                new LinkedHashMap<>(),
                Main.class,
                "serve",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString(),
                "--workflows",
                folder.resolve("flows").toString());
    }

    Path data() {
        return folder.resolve("data");
    }

    Page at(String address) {
        return at(chromium.window(), address);
    }

    Page at(Page page, String address) {
        page.navigate(served.url() + address);
        return page;
    }

    String url() {
        return served.url();
    }

    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(served.url() + path))
                .header("Accept", "application/json")
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    byte[] bytes(String path) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create(served.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofByteArray())
                .body();
    }

    String post(String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(served.url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json.replace('\'', '"')))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    String start(String workflow) throws IOException, InterruptedException {
        String answer = post("/v1/runs", "{'workflowId':'" + workflow + "'}");
        Matcher run = RUN.matcher(answer);
        assertThat(run.find()).as(answer).isTrue();
        return run.group();
    }

    /// Waits until a run has a status.
    void until(String run, String status) throws Exception {
        Until.seen(() -> get("/v1/runs/" + run), it -> it.contains("\"status\":\"" + status + "\""));
    }

    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /// Looks at pages as somebody at night, on a phone, and with a screen reader would.
    void haveNoBarrier(List<String> addresses) throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = chromium.window(
                    new Browser.NewContextOptions().setColorScheme(scheme).setBypassCSP(true));
            for (String address : addresses) {
                at(page, address);
                page.locator("main h1").first().waitFor();
                assertThat(Axe.serious(page)).as(address + " " + scheme).isEqualTo(List.of());
            }
        }
        Page phone = chromium.window(new Browser.NewContextOptions().setViewportSize(390, 844));
        for (String address : addresses) {
            at(phone, address);
            phone.locator("main h1").first().waitFor();
            assertThat(phone.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .as(address + " on a phone")
                    .isEqualTo(true);
        }
    }

    @Override
    public void close() {
        served.close();
        chromium.close();
        http.close();
    }
}
