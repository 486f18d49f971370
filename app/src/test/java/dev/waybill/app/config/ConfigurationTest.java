package dev.waybill.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The flag wins, then the environment, then the file, then what is usual; and nothing mistyped looks like a default.
class ConfigurationTest {

    private static final String PORT = "serve.port";

    @TempDir
    private Path folder;

    private final Map<String, String> variables = new LinkedHashMap<>();

    @Test
    void theNearestPlaceWins() throws IOException {
        assertThat(shown(PORT)).isEqualTo("8080 default");
        file("{'serve': {'port': 8081}}");
        assertThat(shown(PORT)).isEqualTo("8081 file");
        variables.put("WAYBILL_PORT", "8082");
        assertThat(shown(PORT)).isEqualTo("8082 environment");
        assertThat(shown(PORT, "--port", "8083")).isEqualTo("8083 flag");
    }

    @Test
    void anEmptyVariableIsNotSet() throws IOException {
        file("{'serve': {'port': 8081}}");
        variables.put("WAYBILL_PORT", "");
        assertThat(shown(PORT)).isEqualTo("8081 file");
    }

    @Test
    void theFileIsReadFromWhereItIsNamed() throws IOException {
        Path other = Files.writeString(folder.resolve("other.json"), "{\"serve\":{\"port\":9000}}");
        file("{'serve': {'port': 8081}}");
        assertThat(shown(PORT, "--config", other.toString())).isEqualTo("9000 file");
        assertThat(shown(PORT, "--config=" + other)).isEqualTo("9000 file");
        variables.put("WAYBILL_CONFIG", other.toString());
        assertThat(shown(PORT)).isEqualTo("9000 file");
        variables.put("WAYBILL_CONFIG", folder.resolve("absent.json").toString());
        assertThat(ask("config", "show").err()).contains("there is no file");
    }

    @Test
    void commandsHeedTheFile() throws IOException {
        file("{'store': {'data': 'runs-here'}}");
        Path data = folder.resolve("waybill/runs-here");
        assertThat(ask("run", workflow(), "--no-receipts").code()).isEqualTo(ExitCode.YES);
        assertThat(data.resolve("waybill.db")).exists();
        assertThat(ask("runs", "--data", data.toString(), "--ids").out())
                .isEqualTo(ask("runs", "--ids").out())
                .startsWith("run_");
    }

    @Test
    void aDirectoryInTheEnvironmentWinsOverADatabaseInTheFile() throws IOException {
        file("{'store': {'db': 'env:DATABASE'}}");
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        assertThat(ask("run", workflow(), "--no-receipts").code()).isEqualTo(ExitCode.YES);
    }

    @Test
    void secretsAreShownByReferenceOnly() throws IOException {
        file("{'store': {'db': 'env:DATABASE'}}");
        assertThat(shown("store.db")).isEqualTo("env:DATABASE file");
        variables.put("WAYBILL_DB", "jdbc:postgresql://host/db?password=hunter2");
        assertThat(shown("store.db")).isEqualTo("(set, not shown) environment");
        Asked flagged = ask("config", "show", "--db", "jdbc:postgresql://host/db?password=hunter2");
        assertThat(flagged.out() + flagged.err()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'serve': {'prot': 1}}            | there is no setting "serve.prot"; did you mean "serve.port"?
            {'sreve': {'port': 1}}            | there is no setting "sreve"
            {'port': 1}                       | there is no setting "port"
            {'serve.port': 70000}             | serve.port: expected a whole number from 0 to 65535, found '70000'
            {'serve': {'port': '80x'}}        | serve.port: expected a whole number from 0 to 65535, found '80x'
            {'serve': {'port': null}}         | serve.port: expected a whole number from 0 to 65535, found null
            {'serve': {'origins': [{}]}}      | serve.origins: expected texts, found object
            {'receipts': {'issue': 'perhaps'}} | receipts.issue: expected on or off, found 'perhaps'
            {'receipts': {'wire': 0.3}}       | receipts.wire: expected 0.1 or 0.2, found '0.3'
            {'store': {'db': 'jdbc:secret'}}  | store.db is a secret and does not belong in a file
            {'store': {'data': 'a', 'data': 'b'}} | JSON
            []                                | expected a JSON object with settings
            """)
    void whatCannotBeIsRefusedByName(String text, String message) throws IOException {
        file(text);
        Asked asked = ask("config", "show");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).contains("config.json").contains(message).doesNotContain("jdbc:secret");
        assertThat(ask("runs", "--help").code())
                .as("help is given all the same")
                .isEqualTo(ExitCode.YES);
    }

    @Test
    void aProviderThatNobodySpeaksToIsRefusedBeforeItIsUsed() throws IOException {
        file("{'agents': {'models': {'mine': {'wire': 'openai', 'url': 'http://127.0.0.1:1/', 'models': {'m': {}}}}}}");
        Asked asked = ask("config", "show");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).contains("agents.models: mine.wire: expected openai-", "found \"openai\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'models': {'anthropic': {'key': 'sk-plain'}}}                         | agents.models.anthropic.key
            {'models': {'anthropic': {'tenants': {'acme': 'sk-plain'}}}}           | agents.models.anthropic.tenants.acme
            {'models': {'anthropic': {'headers': {'X-Api-Key': 'sk-plain'}}}}      | agents.models.anthropic.headers.X-Api-Key
            {'mcp-servers': {'git': {'env': {'GITHUB_TOKEN': 'sk-plain'}}}}     | agents.mcp-servers.git.env.GITHUB_TOKEN
            {'programs': {'lint': {'env': {'DB_PASSWORD': 'sk-plain'}}}}        | agents.programs.lint.env.DB_PASSWORD
            {'remote': {'bank': {'apiKey': 'sk-plain'}}}                        | agents.remote.bank.apiKey
            {'secrets': {'items': {'from': 'sk-plain'}}}                        | agents.secrets.items.from
            {'tools': {'openapi': {'shop': {'headers': {'Authorization': 'sk-plain'}}}}} | agents.tools.openapi.shop.headers.Authorization
            """)
    void aSecretThatIsWrittenOutIsRefusedAndNeverShown(String agents, String place) throws IOException {
        file("{'agents': " + agents + "}");
        Asked refused = ask("config", "show");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains(place + ": expected a reference to the secret, env:NAME or file:PATH")
                .doesNotContain("sk-plain");
        file("{'agents': " + agents.replace("sk-plain", "env:KEY") + "}");
        assertThat(ask("config", "show", "--set").out()).contains("env:KEY");
    }

    @Test
    void whatMayBeASecretIsNotShown() throws IOException {
        file(
                "{'agents': {'mcp-servers': {'git': {'command': 'git-mcp', 'env': {'ACCOUNT': 'sk-plain', 'LANG': 'env:LANG'}}}}}");
        assertThat(shown("agents.mcp-servers"))
                .isEqualTo("{\"git\":{\"command\":\"git-mcp\",\"env\":"
                        + "{\"ACCOUNT\":\"(set, not shown)\",\"LANG\":\"env:LANG\"}}} file");
    }

    @ParameterizedTest
    @CsvSource({"WAYBILL_PORT,80x", "WAYBILL_RECEIPTS,perhaps", "WAYBILL_MAX_DEPTH,0"})
    void aBadVariableIsRefusedByName(String name, String value) {
        variables.put(name, value);
        Asked asked = ask("config", "show");
        assertThat(asked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(asked.err()).startsWith("waybill: " + name + ": expected ").contains("found '" + value + "'");
    }

    @Test
    void aMistypedVariableIsTold() {
        variables.put("WAYBILL_PROT", "80");
        assertThat(ask("config", "show").out()).contains("WAYBILL_PROT is not known; did you mean \"WAYBILL_PORT\"?");
        assertThat(ask("config", "show", "--json")
                        .json()
                        .array("unknownVariables")
                        .orElseThrow())
                .hasToString("[\"WAYBILL_PROT\"]");
    }

    @Test
    void severalValuesComeFromAnArrayOrBetweenCommas() throws IOException {
        file("{'serve': {'origins': ['https://a.example', 'https://b.example/x,y']}}");
        assertThat(shown("serve.origins")).isEqualTo("https://a.example, https://b.example/x,y file");
        assertThat(Settings.ORIGINS.kind().read("https://a.example,https://b.example", ""))
                .containsExactly("https://a.example", "https://b.example");
        assertThat(Settings.ORIGINS.kind().read("https://b.example/x,y\n", ""))
                .containsExactly("https://b.example/x,y");
    }

    @Test
    void onlyWhatIsSetIsShownOnRequest() {
        variables.put("WAYBILL_PORT", "9");
        assertThat(names(ask("config", "show", "--json", "--set", "--strict"))).containsExactly(PORT, "mcp.strict");
    }

    private static List<String> names(Asked asked) {
        return settings(asked).stream()
                .map(setting -> setting.string("name").orElseThrow())
                .toList();
    }

    private static List<JsonObject> settings(Asked asked) {
        return asked.json().array("settings").orElseThrow().items().stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /// The value of a setting and where it is from.
    private String shown(String name, String... options) {
        List<String> words = new ArrayList<>(List.of("config", "show", "--json"));
        words.addAll(List.of(options));
        Asked asked = ask(words.toArray(String[]::new));
        assertThat(asked.code()).as(asked.out()).isEqualTo(ExitCode.YES);
        return settings(asked).stream()
                .filter(setting -> setting.string("name").orElseThrow().equals(name))
                .map(setting -> setting.string("value").orElse("nothing") + " "
                        + setting.string("source").orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    private Asked ask(String... words) {
        variables.putIfAbsent("XDG_CONFIG_HOME", folder.toString());
        variables.putIfAbsent("XDG_DATA_HOME", folder.resolve("share").toString());
        return Asked.waybill(variables, words);
    }

    private void file(String text) throws IOException {
        Files.createDirectories(folder.resolve("waybill"));
        Files.writeString(folder.resolve("waybill/config.json"), text.replace('\'', '"'));
    }

    private String workflow() throws IOException {
        return Files.writeString(folder.resolve("w.json"), """
                        {"id":"w","name":"W","version":"1.0","edges":[],"variables":[],"metadata":{},
                        "triggers":[{"id":"manual","type":"manual","enabled":true}],"settings":{"timeout":0},
                        "nodes":[{"id":"a","typeId":"core.noop","name":"A","position":{"x":0,"y":0},
                        "config":{},"inputs":{}}]}
                        """).toString();
    }
}
