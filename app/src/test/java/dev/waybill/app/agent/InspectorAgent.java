package dev.waybill.app.agent;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.ForeignClients;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The command-line mode of the MCP inspector. Each call is a client of its own, and on standard input and output a
/// server of its own, too. It lists the tools before it calls one, so that the SDK below it checks the answer.
///
/// @param server a command, or a URL with its options
record InspectorAgent(Map<String, String> variables, List<String> server) implements ForeignAgent {

    @Override
    public JsonObject tools() throws IOException, InterruptedException {
        return ask(List.of("--method", "tools/list"));
    }

    @Override
    public Answer call(String tool, JsonObject arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("--method", "tools/call", "--tool-name", tool));
        arguments.members().forEach((name, value) -> words.addAll(List.of("--tool-arg", name + "=" + value)));
        return new Answer(ask(words).toString());
    }

    private JsonObject ask(List<String> words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(server);
        all.addAll(words);
        return JsonReader.read(ForeignClients.inspector(variables, all), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }

    @Override
    public void close() {
        // Every call has ended its own.
    }
}
