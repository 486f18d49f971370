package dev.waybill.app;

import dev.waybill.app.cli.Environment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs typical commands in one process while the JVM watches, so that later starts find their classes
/// loaded and linked. The launcher runs it once for each role after a build.
///
/// Roles are kept apart because a small command is slower with a cache full of what it does not use.
public final class Rehearsal {

    private static final int MANY = 2_000;
    private static final String CONTEXT = """
            {"workflow_id":"wf_01HXYZ1234567890ABCDEF","step_id":"step_01HXYZ1234567890ABCDEF","parent_step_ids":[]}
            """;

    private static final String WORKFLOW = """
            {"id":"rehearsal","name":"Rehearsal","version":"1.0","edges":[],"variables":[],"metadata":{},
            "triggers":[{"id":"manual","type":"manual","enabled":true}],"settings":{"timeout":0},
            "nodes":[{"id":"gate","typeId":"core.approvalGate","name":"Gate","position":{"x":0,"y":0},
            "config":{"title":"Go on?"},"inputs":{}}]}
            """;

    private static final String MCP = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
            "capabilities":{},"clientInfo":{"name":"rehearsal","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}
            {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"workflow_list","arguments":{}}}
            {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"workflow_start",\
            "arguments":{"workflowId":"mr-review-workflow"}}}
            """;

    private final Path stage;
    private final Map<String, String> variables = new LinkedHashMap<>();

    private Rehearsal(Path stage) {
        this.stage = stage;
        variables.put("WAYBILL_KEYS", stage.resolve("keys").toString());
        variables.put("WAYBILL_DATA", stage.resolve("data").toString());
    }

    /// @param args the role, `quick`, `bulk` or `mcp`, and an empty folder to work in
    public static void main(String... args) throws IOException {
        var rehearsal = new Rehearsal(Path.of(args[1]));
        rehearsal.makeKeys();
        switch (args[0]) {
            case "bulk" -> rehearsal.bulk();
            case "mcp" -> rehearsal.mcp();
            default -> rehearsal.quick();
        }
        // As Main ends: leaving the JVM this way loads classes, too.
        System.exit(0);
    }

    /// All roles need keys.
    private void makeKeys() throws IOException {
        run("", "keys", "new");
        Files.writeString(stage.resolve("jwks.json"), run("", "keys", "show", "--jwks"));
    }

    /// Small commands: one receipt, one question.
    private void quick() throws IOException {
        for (String wire : List.of("0.1", "0.2")) {
            String receipt = run(CONTEXT, "receipt", "issue", "--wire", wire, "-");
            String file =
                    Files.writeString(stage.resolve("receipt.jws"), receipt).toString();
            // Twice: what runs again is compiled or linked by then.
            for (int i = 0; i < 2; i++) {
                run("", "receipt", "verify", file, "--jwks", jwks());
                run("", "receipt", "verify", "--json", "--now", "1800000000", file, "--jwks", jwks());
            }
            run("", "receipt", "verify", file);
            run(receipt.replace('A', 'B'), "receipt", "verify", "--jwks", jwks());
            run("", "receipt", "inspect", file);
        }
        run(CONTEXT, "receipt", "check-context", "-");
        run("{}", "receipt", "check-summary", "--json");
        runs();
        run("", "--version");
        run("", "--help");
        run("", "config", "show");
        run("", "doctor", "--help");
        run("", "no-such-command");
    }

    /// A run of its own store: most of its start is loading the store's classes.
    private void runs() throws IOException {
        String file =
                Files.writeString(stage.resolve("workflow.json"), WORKFLOW).toString();
        String out = run("", "run", file);
        String id = out.substring(out.indexOf("run_"), out.indexOf("run_") + 30);
        run("", "run", file, "--json");
        run("", "answer", id, "gate", "accept");
        run("", "show", id);
        run("", "events", id);
        run("", "runs");
        run("", "memory", "set", "notes", "home", "Basel");
        run("", "memory", "list");
        run("", "triggers");
        run("", "artifacts", id);
        run("", "evidence", "tasks");
        run("", "evidence", "record", "--dir", ledger());
    }

    /// Commands that may read a million records.
    private void bulk() {
        String receipts = (run(CONTEXT, "receipt", "issue", "-").strip() + "\n").repeat(MANY);
        run(receipts, "receipt", "verify", "--lines", "--jwks", jwks());
        run(CONTEXT.repeat(MANY), "receipt", "check-context", "--lines");
        run(receipts, "merkle", "root", "--order", "commit", "-");
        String directory = stage.resolve("demo").toString();
        run("", "demo", "--out", directory);
        String bundle = directory + "/bundle.zip";
        run("", "verify", bundle, "--jwks", directory + "/jwks.json", "--html", directory + "/report.html");
        run("", "verify", bundle, "--json");
        run(receipts, "verify", "-", "--jwks", jwks());
        run("", "graph", bundle);
        run("", "bundle", "show", bundle);
        run("", "bundle", "create", bundle, "--out", directory + "/copy.zip");
        run("", "verify", "--help");
        evidence();
    }

    private void evidence() {
        String index = stage.resolve("index").toString();
        String task = "task_8c69bd04b163";
        for (String state : List.of("planned", "assigned", "running", "aborted")) {
            run("", "evidence", "task", state, task, "--dir", ledger());
        }
        run("", "evidence", "index", ledger(), "--index", index);
        for (String question : List.of("why", "trace", "who")) {
            run("", "evidence", question, task, "--index", index);
        }
        run("", "evidence", "policy-at", task, "--event", "aborted", "--index", index);
        run(
                "",
                "evidence",
                "dag",
                "--index",
                index,
                "--html",
                stage.resolve("dag.html").toString());
        run("", "evidence", "checkpoints", "--index", index, "--json");
        run("", "evidence", "export", "--jsonl", "--index", index);
        run("", "evidence", "sql", "select * from records", "--index", index);
        run("", "evidence", "verify", ledger());
    }

    private String ledger() {
        return stage.resolve("ledger").toString();
    }

    /// An agent that asks what there is and begins something.
    private void mcp() {
        run(MCP, "mcp");
        run("", "mcp", "--help");
    }

    private String jwks() {
        return stage.resolve("jwks.json").toString();
    }

    private String run(String input, String... words) {
        var out = new ByteArrayOutputStream();
        Main.run(
                new Environment(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        Environment.stream(out),
                        Environment.stream(new ByteArrayOutputStream()),
                        variables,
                        InstantSource.system()),
                words);
        return out.toString(StandardCharsets.UTF_8);
    }
}
