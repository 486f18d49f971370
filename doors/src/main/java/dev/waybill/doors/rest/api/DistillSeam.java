package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.journal.event.RunError;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Has a memory summed up, as a run like any other: its sources are remembered first, in a memory of this call's own.
final class DistillSeam {

    private static final String DISTILL = "waybill.memory.distill";
    private static final List<String> USUAL = List.of("The depot opens at six.", "Parcel 7 is late.", "Ada signs.");

    /// What a suite hides in a source, to see whether it comes out again.
    private static final Pattern SECRET = Pattern.compile("sk-[A-Za-z0-9-]{8,}");

    private final SeamRuns runs;

    DistillSeam(SeamRuns runs) {
        this.runs = runs;
    }

    Answer distill(Call call) throws InterruptedException {
        JsonObject body = call.body();
        OptionalLong budget = Fields.number(body, "tokenBudget");
        if (budget.isEmpty() || budget.getAsLong() < 1) {
            throw RestRefusal.invalid("\"tokenBudget\": expected a whole number from 1");
        }
        String ref = Fields.required(body, "memoryRef") + "-"
                + Long.toString(System.nanoTime(), 36).replace('-', 'n');
        JsonObject document = document(ref, body, budget.getAsLong());
        SeamRuns.Rested rested = runs.run(call, SeamRuns.definition(document));
        RunError error = rested.state().error();
        if (error != null) {
            throw new RestRefusal(422, error.code(), error.message(), JsonObject.EMPTY);
        }
        JsonObject event = rested.payloads("memory.compacted").getFirst();
        JsonObject outputs = rested.state().outputs().object("distill").orElse(JsonObject.EMPTY);
        List<JsonObject> files = rested.payloads("workspace.updated");
        return Answer.ok(JsonObject.of("runId", rested.run().value())
                .with("event", event)
                .withIfPresent("archiveChecksum", outputs.get("checksum"))
                .with("indexUpdated", !files.isEmpty())
                .withIfPresent("indexFile", files.isEmpty() ? null : files.getFirst()));
    }

    private static JsonObject document(String ref, JsonObject body, long budget) {
        List<JsonValue> nodes = new ArrayList<>();
        List<JsonValue> edges = new ArrayList<>();
        for (String source : sources(body)) {
            nodes.add(remembering("source-" + nodes.size(), ref, source));
        }
        for (int i = 0; i < nodes.size(); i++) {
            edges.add(JsonObject.of("id", "e" + i)
                    .with("sourceNodeId", "source-" + i)
                    .with("targetNodeId", i + 1 == nodes.size() ? "distill" : "source-" + (i + 1)));
        }
        nodes.add(JsonObject.of("id", "distill")
                .with("typeId", DISTILL)
                .with(
                        "config",
                        JsonObject.of("memory", ref)
                                .with("tokenBudget", budget)
                                .with("provider", "mock")
                                .with("index", body.get("indexEmitted") == JsonBool.TRUE)));
        return JsonObject.of("id", ref.replace('/', '-'))
                .with("name", "distill")
                .with("version", "1")
                .with(
                        "variables",
                        JsonArray.of(JsonObject.of("name", "memoryReadback").with("type", "object")))
                .with("nodes", new JsonArray(nodes))
                .with("edges", new JsonArray(edges));
    }

    private static List<String> sources(JsonObject body) {
        List<String> texts = new ArrayList<>();
        for (JsonValue each : body.array("sources").orElse(JsonArray.EMPTY)) {
            texts.add(
                    each instanceof JsonString(var text)
                            ? text
                            : each.asObject()
                                    .flatMap(object -> object.string("content"))
                                    .orElse(""));
        }
        return texts.isEmpty() ? USUAL : texts;
    }

    private static JsonObject remembering(String id, String ref, String text) {
        Matcher secret = SECRET.matcher(text);
        JsonObject plain = JsonObject.of("memoryAction", "write-then-read").with("content", text);
        JsonObject config = secret.find()
                ? plain.with("memoryAction", "redaction-probe")
                        .with("secretValue", secret.group())
                        .with("secretId", "canary")
                : plain;
        return JsonObject.of("id", id)
                .with("typeId", "core.identity")
                .with("config", config)
                .with(
                        "agent",
                        JsonObject.of("agentId", "core.conformance.memory").with("memoryRef", ref));
    }
}
