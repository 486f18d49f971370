package dev.waybill.app.command.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.Main;
import dev.waybill.app.agent.Served;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.reliability.Spawned;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `waybill ui`: one command from a terminal to the dashboard.
@Timeout(120)
class UiCommandTest {

    @TempDir
    Path folder;

    private Spawned ui(Map<String, String> variables, String... more) throws Exception {
        variables.put("HOME", folder.resolve("home").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("home").toString());
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        List<String> words = new ArrayList<>(List.of("ui", "--no-open"));
        words.addAll(List.of(more));
        return Spawned.start(folder, variables, new LinkedHashMap<>(), Main.class, words.toArray(String[]::new));
    }

    @Test
    void itServesOnLoopbackAndASecondOneFindsTheFirst() throws Exception {
        try (Served first = Served.ready(ui(new LinkedHashMap<>(), "--port", "0"), "")) {
            first.process().says("The");
            assertThat(first.url()).startsWith("http://127.0.0.1:");
            assertThat(first.process().said("The")).containsExactly("dashboard is at " + first.url() + "/ui");
            try (HttpClient http = HttpClient.newHttpClient()) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(first.url() + "/ui")).build();
                assertThat(http.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .contains("<title>Waybill</title>");
            }
            try (Spawned second = ui(new LinkedHashMap<>())) {
                assertThat(second.process().waitFor()).isZero();
                assertThat(second.said("The")).containsExactly("dashboard is at " + first.url() + "/ui");
            }
        }
    }

    /// The usual port may be somebody else's; one that was named is meant.
    @Test
    void itTakesAFreePortUnlessOneIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Asked asked = new GuidedDesk(folder)
                    .ask(ExitCode.NO, "ui", "--no-open", "--port", String.valueOf(taken.getLocalPort()));
            assertThat(asked.err()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void itIsForThisMachineOnly() {
        Asked asked = new GuidedDesk(folder).ask(ExitCode.USAGE, "ui", "--no-open", "--host", "0.0.0.0");
        assertThat(asked.err()).contains("ui serves this machine only, not 0.0.0.0");
    }

    @Test
    void everySystemHasItsOwnWayToOpenABrowser() {
        String address = "http://127.0.0.1:1/ui";
        assertThat(Browsers.command("Linux", address)).containsExactly("xdg-open", address);
        assertThat(Browsers.command("Mac OS X", address)).containsExactly("open", address);
        assertThat(Browsers.command("Windows 11", address)).containsExactly("cmd", "/c", "start", "", address);
    }
}
