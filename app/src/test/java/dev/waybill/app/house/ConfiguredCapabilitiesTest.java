package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An agent is listed as doing without what nobody has configured, and with it once somebody has.
class ConfiguredCapabilitiesTest {

    @TempDir
    private Path home;

    private String agents(Map<String, String> more) {
        return ask(more, "agents", "--json");
    }

    private String ask(Map<String, String> more, String... words) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.putAll(more);
        Asked asked = Asked.waybill(variables, InstantSource.system(), new byte[0], words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.YES);
        return asked.out();
    }

    @Test
    void whatIsDegradedFollowsFromTheConfiguration() throws IOException {
        Path pack = Files.createDirectories(home.resolve("pack"));
        Files.writeString(pack.resolve("pack.json"), """
                {"name": "local.test.reach", "version": "1.0.0", "engines": {"openwop": ">=1.0.0"}, "kind": "agents",
                 "peerDependencies": {"mcp": "supported"}, "agents": [
                  {"agentId": "local.test.reach.one", "persona": "One", "modelClass": "general",
                   "systemPrompt": "You reach out.", "requiresCapabilities": ["a2a"]}]}""");
        assertThat(ask(Map.of(), "pack", "add", pack.toString())).contains("without mcp, a2a");
        assertThat(agents(Map.of())).contains("\"degraded\":[\"mcp\",\"a2a\"]");
        assertThat(agents(Map.of("WAYBILL_MCP_SERVERS", "{\"shop\":{\"url\":\"https://shop.example/mcp\"}}")))
                .contains("\"degraded\":[\"a2a\"]");
        assertThat(agents(Map.of(
                        "WAYBILL_MCP_SERVERS",
                        "{\"shop\":{\"url\":\"https://shop.example/mcp\"}}",
                        "WAYBILL_REMOTE_AGENTS",
                        "{\"peer\":{\"url\":\"https://peer.example\"}}")))
                .doesNotContain("degraded");
    }
}
