package dev.waybill.agents.exec;

import dev.waybill.agents.http.NamedSecrets;
import dev.waybill.agents.process.ProcessTree;
import dev.waybill.agents.process.TimeLimit;
import dev.waybill.agents.sheet.Sheet;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.ActivityKind;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.WorkflowNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// `waybill.exec`: a program of the operator's. It reads the node's inputs as one JSON object and writes its result.
/// Exit code 0 is a result, 75 (try again, as `sysexits.h` has it) is a failure that may be retried, any other is one
/// for good.
///
/// @param programs the setting `agents.programs`
/// @param secret turns references in a program's variables into what lies there
public record ExecNode(JsonObject programs, UnaryOperator<String> secret) implements Activity {

    private static final long USUAL_MILLIS = 60_000;
    private static final int LONGEST = 4 << 20;
    private static final int TRY_AGAIN = 75;
    private static final String FAILED = "program_failed";

    @Override
    public String typeId() {
        return "waybill.exec";
    }

    @Override
    public NodeManifest manifest() {
        return Sheet.of(ExecNode.class, "exec");
    }

    @Override
    public ActivityKind kind() {
        return ActivityKind.PROCESS;
    }

    /// What a program does outside, nobody here knows: unless its operator says otherwise, a person is asked.
    @Override
    public boolean isRepeatable(WorkflowNode node) {
        try {
            return program(node).repeatable();
        } catch (BadProgram _) {
            return false;
        }
    }

    @Override
    public List<String> check(WorkflowNode node) {
        try {
            program(node);
            return List.of();
        } catch (BadProgram bad) {
            return List.of(String.valueOf(bad.getMessage()));
        }
    }

    @Override
    public List<String> lacking(WorkflowNode node, JsonObject configurable) {
        try {
            program(node).resolved(secret);
            return List.of();
        } catch (BadProgram bad) {
            return List.of(String.valueOf(bad.getMessage()));
        }
    }

    private Program program(WorkflowNode node) throws BadProgram {
        return Program.named(programs, node.config().string("program").orElse(""));
    }

    @Override
    public NodeResult execute(ActivityCall call) throws InterruptedException {
        try {
            Program program = program(call.node().node());
            String name = call.node().config().string("program").orElse("");
            if (!NamedSecrets.isFor(programs.object(name).orElse(JsonObject.EMPTY), call.tenant())) {
                throw BadProgram.unknown(name);
            }
            return run(program, call);
        } catch (BadProgram bad) {
            return NodeResult.failed("program_not_allowed", String.valueOf(bad.getMessage()));
        } catch (IOException e) {
            return NodeResult.failed(
                    "program_not_started", "the program cannot be started: " + String.valueOf(e.getMessage()));
        }
    }

    private NodeResult run(Program program, ActivityCall call) throws BadProgram, IOException, InterruptedException {
        Map<String, String> variables = program.resolved(secret);
        variables.put("WAYBILL_INVOCATION_ID", call.invocationId());
        String context = program.contextHash(call.node().inputs());
        try (ProcessTree tree = ProcessTree.start(program.command(), variables, program.folder());
                ActivityCall.Hook _ = call.onCancel(tree)) {
            TimeLimit watch = new TimeLimit(tree, patience(call));
            try (watch) {
                feed(tree, call.node().inputs());
                byte[] written = read(tree);
                int code = tree.waitFor();
                return watch.isLate()
                        ? NodeResult.retryable("program_timeout", "the program took longer than it may, and was ended")
                        : result(tree, code, written, context);
            } catch (IOException e) {
                return watch.isLate()
                        ? NodeResult.retryable("program_timeout", "the program took longer than it may, and was ended")
                        : NodeResult.failed(FAILED, String.valueOf(e.getMessage()));
            }
        }
    }

    private static Duration patience(ActivityCall call) {
        long said = call.node().config().get("timeoutMs") instanceof JsonNumber number
                ? number.asInteger().orElse(USUAL_MILLIS)
                : USUAL_MILLIS;
        return call.deadline()
                .map(deadline -> Duration.between(Instant.now(), deadline))
                .filter(left -> left.toMillis() < said)
                .orElse(Duration.ofMillis(said));
    }

    /// A program that does not read its input is free to.
    private static void feed(ProcessTree tree, JsonObject inputs) {
        try (OutputStream in = tree.input()) {
            in.write(JsonWriter.compact(inputs).getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // It has closed its input.
        }
    }

    private static byte[] read(ProcessTree tree) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        InputStream out = tree.output();
        byte[] piece = new byte[8_192];
        for (int read = out.read(piece); read >= 0; read = out.read(piece)) {
            written.write(piece, 0, read);
            if (written.size() > LONGEST) {
                throw new IOException("the program wrote more than %d bytes".formatted(LONGEST));
            }
        }
        return written.toByteArray();
    }

    private static NodeResult result(ProcessTree tree, int code, byte[] written, String context) {
        if (code != 0) {
            String said = tree.errors().lines().reduce((_, last) -> last).orElse("");
            String message = "the program ended with code %d%s".formatted(code, said.isEmpty() ? "" : ": " + said);
            return code == TRY_AGAIN
                    ? new NodeResult.Failed(RunError.retryable(FAILED, message))
                    : NodeResult.failed(FAILED, message);
        }
        try {
            String text = new String(written, StandardCharsets.UTF_8).strip();
            JsonValue result = text.isEmpty() ? JsonNull.NULL : JsonReader.read(text, JsonLimits.DOCUMENT);
            return NodeResult.done(JsonObject.builder()
                    .put("result", result)
                    .put("contextHash", context)
                    .build());
        } catch (JsonException e) {
            return NodeResult.failed("program_output_invalid", "the program wrote no JSON: " + e.getMessage());
        }
    }
}
