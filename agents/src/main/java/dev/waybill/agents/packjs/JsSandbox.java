package dev.waybill.agents.packjs;

import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackCode;
import dev.waybill.agents.part.PartPool;
import dev.waybill.agents.part.PartProcess;
import dev.waybill.agents.part.Parts;
import dev.waybill.agents.process.TimeLimit;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.ActivityCall;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Has the part `packs-js` run code. The process is the boundary: it has its own small heap, and is killed when the
/// time is up, when the run is cancelled, and when it says what nobody should.
public final class JsSandbox {

    private static final String MAIN = "dev.waybill.packsjs.Main";
    private static final String HEAP = "192m";

    /// Beyond the host's patience: only a host that is gone or stuck has the process end itself.
    private static final Duration SPARE = Duration.ofSeconds(10);

    private final PartPool pool;

    private JsSandbox(PartPool pool) {
        this.pool = pool;
    }

    /// Empty where the part is not installed.
    public static Optional<JsSandbox> in(Parts parts) {
        return parts.find(Parts.PACKS_JS).map(JsSandbox::of);
    }

    static JsSandbox of(Path folder) {
        return new JsSandbox(new PartPool(folder, MAIN, HEAP));
    }

    /// @param message the call, without pack and time limit
    /// @return what the process said last: `done` with a result, or `failed` with code, message and place
    JsonObject run(Pack pack, JsonObject message, Duration patience, ActivityCall call, HostFunctions functions)
            throws InterruptedException {
        PartProcess process;
        try {
            process = pool.take();
        } catch (IOException e) {
            return failed("pack_sandbox_unavailable", String.valueOf(e.getMessage()));
        }
        boolean sound = false;
        TimeLimit limit = new TimeLimit(process, patience);
        try (ActivityCall.Hook _ = call.onCancel(process);
                limit) {
            JsonObject said = talk(process, pack, message, patience, functions);
            sound = true;
            return said;
        } catch (IOException e) {
            return ended(process, limit, String.valueOf(e.getMessage()));
        } finally {
            if (sound && !limit.isLate()) {
                pool.give(process);
            } else {
                process.close();
            }
        }
    }

    private static JsonObject talk(
            PartProcess process, Pack pack, JsonObject message, Duration patience, HostFunctions functions)
            throws IOException, InterruptedException {
        String digest = pack.digest().toString();
        if (process.isNews(digest)) {
            process.send(code(digest, pack));
        }
        process.send(message.with("pack", digest)
                .with("limitMs", patience.plus(SPARE).toMillis()));
        while (true) {
            JsonObject said = process.receive();
            if (!said.string("type").orElse("").equals("ask")) {
                return said;
            }
            process.send(functions.answer(said));
        }
    }

    private static JsonObject code(String digest, Pack pack) throws IOException {
        PackCode code = pack.code();
        if (code == null) {
            throw new IOException("the pack %s brings no code".formatted(pack.name()));
        }
        Map<String, JsonValue> files = new LinkedHashMap<>();
        code.files().forEach((name, text) -> files.put(name, new JsonString(text)));
        return JsonObject.builder()
                .put("type", "pack")
                .put("digest", digest)
                .put("entry", code.entry())
                .put("files", new JsonObject(files))
                .build();
    }

    private static JsonObject ended(PartProcess process, TimeLimit limit, String why) throws InterruptedException {
        if (limit.isLate()) {
            return failed("pack_timeout", "the code took longer than it may, and was ended");
        }
        return process.ranOutOfMemory()
                ? failed("pack_out_of_memory", "the code needed more memory than the %s that it has".formatted(HEAP))
                : failed("pack_sandbox_ended", why);
    }

    private static JsonObject failed(String code, String message) {
        return JsonObject.builder()
                .put("type", "failed")
                .put("code", code)
                .put("message", message)
                .build();
    }
}
