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

    private final Path stage;
    private final Map<String, String> variables = new LinkedHashMap<>();

    private Rehearsal(Path stage) {
        this.stage = stage;
        variables.put("WAYBILL_KEYS", stage.resolve("keys").toString());
    }

    /// @param args the role, `quick` or `bulk`, and an empty folder to work in
    public static void main(String... args) throws IOException {
        var rehearsal = new Rehearsal(Path.of(args[1]));
        String receipt = rehearsal.issue();
        if (args[0].equals("bulk")) {
            rehearsal.bulk(receipt);
        } else {
            rehearsal.quick(receipt);
        }
        // As Main ends: leaving the JVM this way loads classes, too.
        System.exit(0);
    }

    /// Both roles need a receipt and the keys to judge it.
    private String issue() throws IOException {
        run("", "keys", "new");
        Files.writeString(stage.resolve("jwks.json"), run("", "keys", "show", "--jwks"));
        return run(CONTEXT, "receipt", "issue", "-");
    }

    /// Small commands: one receipt, one question.
    private void quick(String receipt) throws IOException {
        Path file = Files.writeString(stage.resolve("receipt.jws"), receipt);
        run("", "receipt", "verify", "--jwks", jwks(), file.toString());
        run("", "receipt", "verify", "--json", "--jwks", jwks(), file.toString());
        run("", "receipt", "verify", file.toString());
        run("", "receipt", "inspect", file.toString());
        run(CONTEXT, "receipt", "check-context", "-");
        run("", "--version");
        run("", "--help");
        run("", "doctor", "--help");
        run("", "no-such-command");
    }

    /// Commands that may read a million receipts.
    private void bulk(String receipt) {
        run((receipt.strip() + "\n").repeat(MANY), "receipt", "verify", "--lines", "--jwks", jwks());
        run(CONTEXT.repeat(MANY), "receipt", "check-context", "--lines");
        run(receipt, "merkle", "root", "-");
        run("", "verify", "--help");
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
