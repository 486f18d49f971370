package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// A user with a data directory of their own, whose clock runs.
record RunDesk(Path folder) {

    static final String NOOP = node("a", "core.noop", "{}");
    static final String GATE =
            node("gate", "core.approvalGate", "{\"title\":\"Ship it?\",\"actions\":[\"accept\",\"reject\"]}");
    static final String ASK = node(
            "ask",
            "core.clarificationGate",
            "{\"questions\":[{\"id\":\"q1\",\"question\":\"Which?\"},{\"id\":\"q2\",\"question\":\"How many?\"}]}");

    /// A definition in a file, its nodes in a chain; gives back the path.
    String workflow(String id, String variables, String... nodes) {
        StringBuilder edges = new StringBuilder();
        for (int i = 1; i < nodes.length; i++) {
            edges.append(i == 1 ? "" : ",")
                    .append("{\"id\":\"e%d\",\"sourceNodeId\":\"%s\",\"targetNodeId\":\"%s\"}"
                            .formatted(i, idOf(nodes[i - 1]), idOf(nodes[i])));
        }
        return file(id + ".json", """
                {"id":"%s","name":"Workflow %s","version":"1.0","nodes":[%s],"edges":[%s],
                "triggers":[{"id":"manual","type":"manual","enabled":true}],
                "variables":[%s],"metadata":{},"settings":{"timeout":0}}""".formatted(id, id, String.join(",", nodes), edges, variables));
    }

    static String node(String id, String type, String config) {
        return node(id, type, config, "{}");
    }

    static String node(String id, String type, String config, String inputs) {
        return """
                {"id":"%s","typeId":"%s","name":"%s","position":{"x":0,"y":0},"config":%s,"inputs":%s}""".formatted(id, type, id, config, inputs);
    }

    private static String idOf(String node) {
        return node.substring(7, node.indexOf('"', 7));
    }

    String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Asked ask(String... words) {
        return Asked.waybill(variables(), InstantSource.system(), new byte[0], words);
    }

    /// Asks what must be answered with this code.
    Asked ask(ExitCode code, String... words) {
        Asked asked = ask(words);
        assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(code);
        return asked;
    }

    /// Starts a run; gives its id.
    String run(ExitCode code, String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "run";
        System.arraycopy(words, 0, all, 1, words.length);
        all[all.length - 1] = "--json";
        return ask(code, all).json().string("runId").orElseThrow();
    }

    JsonObject show(String run) {
        return ask(ExitCode.YES, "show", run, "--json").json();
    }

    String status(String run) {
        return show(run).string("status").orElseThrow();
    }

    Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("WAYBILL_KEYS", folder.resolve("keys").toString());
        variables.put("WAYBILL_DATA", folder.resolve("data").toString());
        variables.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        variables.put("USER", "kim");
        return variables;
    }
}
