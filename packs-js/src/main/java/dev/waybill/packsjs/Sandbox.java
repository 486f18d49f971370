package dev.waybill.packsjs;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/// Runs a node of a pack in a context that can reach nothing: no Java, no files, no threads, no processes, no variables
/// of the system. What goes in and comes out is JSON, made and read inside, so that no object of one side is ever in
/// the hands of the other. Each call has a new context: what code does to the language stays in its own.
final class Sandbox {

    /// Enough for a list of a million elements; an endless loop gets there in a few seconds.
    private static final long MOST_STATEMENTS = 50_000_000;

    private static final int LONGEST_RESULT = 4 << 20;
    private static final String MODULE = "application/javascript+module";

    private final Engine engine = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .out(OutputStream.nullOutputStream())
            .err(OutputStream.nullOutputStream())
            .build();
    private final Source prelude = resource("prelude.js");
    private final Source buffer = resource("buffer.js");

    private static Source resource(String name) {
        try (InputStream in = Sandbox.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return Source.newBuilder("js", new String(in.readAllBytes(), StandardCharsets.UTF_8), "waybill:" + name)
                    .buildLiteral();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What the first call would pay for otherwise.
    void warmUp() {
        Code nothing = new Code("", "index.mjs", new LinkedHashMap<>());
        try (Context context = context(nothing)) {
            context.eval("js", "1 + 1");
        }
    }

    private Context context(Code code) {
        return Context.newBuilder("js")
                .engine(engine)
                .allowAllAccess(false)
                .allowHostAccess(HostAccess.NONE)
                .allowPolyglotAccess(PolyglotAccess.NONE)
                .allowIO(IOAccess.newBuilder().fileSystem(new Files(code)).build())
                .allowCreateThread(false)
                .allowCreateProcess(false)
                .allowNativeAccess(false)
                .allowEnvironmentAccess(EnvironmentAccess.NONE)
                .allowExperimentalOptions(true)
                .option("js.load", "false")
                .option("js.print", "false")
                .option("js.console", "false")
                .option("js.java-package-globals", "false")
                .option("js.graal-builtin", "false")
                .option("js.polyglot-builtin", "false")
                .option("js.shared-array-buffer", "false")
                .option("js.esm-eval-returns-exports", "true")
                .in(InputStream.nullInputStream())
                .timeZone(ZoneOffset.UTC)
                .resourceLimits(ResourceLimits.newBuilder()
                        .statementLimit(MOST_STATEMENTS, _ -> true)
                        .build())
                .build();
    }

    /// @return a line for the host: `done` with what the node gave, or `failed` with code, message, file and line
    JsonObject run(Code code, JsonObject call, Link link) {
        Natives natives = new Natives(link, call.get("pure") == JsonBool.TRUE);
        Context context = context(code);
        try {
            Value runner = context.eval(prelude).execute(asked(natives), settings(call));
            context.eval(buffer);
            Value exported = context.eval(entry(code));
            runner.invokeMember(
                    "start",
                    exported.getMember("nodes"),
                    call.string("node").orElse(""),
                    call.object("ctx").orElse(JsonObject.EMPTY).toString());
            return settled(runner);
        } catch (PolyglotException thrown) {
            return Failures.of(thrown, codeOf(thrown));
        } finally {
            close(context);
        }
    }

    /// A context whose limit was passed says so a second time when it is closed.
    private static void close(Context context) {
        try {
            context.close(true);
        } catch (PolyglotException _) {
            // It is gone all the same.
        }
    }

    private static Source entry(Code code) {
        String all =
                "import * as pack from '/pack/%s'; export const nodes = pack.nodes ?? pack.nodeHandlers ?? pack.default;";
        return Source.newBuilder("js", all.formatted(code.entry()), "waybill:entry.mjs")
                .mimeType(MODULE)
                .buildLiteral();
    }

    private static String settings(JsonObject call) {
        return JsonObject.builder()
                .put("pure", call.get("pure") == JsonBool.TRUE)
                .put("now", number(call, "now"))
                .put("seed", number(call, "seed"))
                .put("grants", call.array("grants").orElse(JsonArray.EMPTY))
                .build()
                .toString();
    }

    private static long number(JsonObject call, String name) {
        return call.get(name) instanceof JsonNumber number ? number.asInteger().orElse(0) : 0;
    }

    private static ProxyExecutable asked(Natives natives) {
        return arguments -> natives.ask(arguments[0].asString(), arguments[1].asString());
    }

    /// Timers are fired here: the code has no thread of its own to wait with.
    private static JsonObject settled(Value runner) {
        while (!runner.invokeMember("settled").asBoolean()) {
            double wait = runner.invokeMember("wait").asDouble();
            if (wait < 0) {
                return Failures.of("pack_never_settles", "the code waits for something that never comes");
            }
            try {
                Thread.sleep((long) Math.min(wait, 3_600_000));
            } catch (InterruptedException _) {
                return Failures.of("pack_code_failed", "the call was interrupted");
            }
            runner.invokeMember("fire");
        }
        return runner.invokeMember("failed").asBoolean() ? failed(runner) : done(runner);
    }

    private static JsonObject failed(Value runner) {
        Value error = runner.invokeMember("error");
        String code = runner.invokeMember("code").asString();
        if (!error.isException()) {
            return Failures.of(code.isEmpty() ? "pack_code_failed" : code, error.toString());
        }
        try {
            throw error.throwException();
        } catch (PolyglotException thrown) {
            return Failures.of(thrown, code);
        }
    }

    private static JsonObject done(Value runner) {
        String text = runner.invokeMember("result").asString();
        if (text.length() > LONGEST_RESULT) {
            return Failures.of(
                    "pack_result_too_large",
                    "expected a result of at most %d characters, found %d".formatted(LONGEST_RESULT, text.length()));
        }
        try {
            JsonValue result = JsonReader.read(text, JsonLimits.DOCUMENT);
            return JsonObject.builder()
                    .put("type", "done")
                    .put("result", result)
                    .build();
        } catch (JsonException e) {
            return Failures.of("pack_result_invalid", "the node gave no JSON: " + e.getMessage());
        }
    }

    /// What was thrown while the code was loaded or begun.
    private static String codeOf(PolyglotException thrown) {
        Value guest = thrown.isGuestException() ? thrown.getGuestObject() : null;
        Value code = guest != null && guest.hasMembers() ? guest.getMember("code") : null;
        return code != null && code.isString() ? code.asString() : "";
    }
}
