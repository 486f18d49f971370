package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.doors.rest.Route;
import dev.waybill.journal.store.Scope;
import java.io.IOException;
import java.util.List;

/// Operations for test suites that concern models: what the mock says, and by which key a request is known.
final class ModelSeamRoutes {

    /// Where suites that name no node program the mock.
    private static final String USUAL_NODE = "structured-call";

    private final ModelSeam models;

    ModelSeamRoutes(ModelSeam models) {
        this.models = models;
    }

    List<Route> routes(String seams) {
        return List.of(
                Route.post(
                                seams + "/test/mock-ai/program",
                                "seamProgramMock",
                                Scope.RUNS_CREATE,
                                "Tell the mock model what to say.")
                        .takes("MockProgram")
                        .gives(200, "MockProgrammed")
                        .refuses(400, 401, 403)
                        .by(this::program),
                Route.post(
                                seams + "/test/llm-cache-key",
                                "seamCacheKey",
                                Scope.RUNS_READ,
                                "The key of a request to a model.")
                        .takes("ModelRequest")
                        .gives(200, "CacheKey")
                        .refuses(400, 401, 403)
                        .by(this::cacheKey),
                Route.post(
                                seams + "/prompt/resolve",
                                "seamResolvePrompt",
                                Scope.RUNS_READ,
                                "Which prompt a node would get.")
                        .takes("PromptQuestion")
                        .gives(200, "PromptResolved")
                        .refuses(400, 401, 403)
                        .by(this::prompt));
    }

    /// A program, or just the kind of answer that is wanted.
    private Answer program(Call call) throws IOException {
        JsonObject body = call.body();
        JsonArray answers = body.array("program").orElse(null);
        if (answers == null) {
            answers = JsonArray.of(
                    switch (Fields.required(body, "mode")) {
                        case "envelope" -> JsonObject.EMPTY;
                        case "refusal" ->
                            JsonObject.builder()
                                    .put("stopReason", "safety")
                                    .put("refusalText", "refused by the test")
                                    .build();
                        default -> throw RestRefusal.invalid("expected \"mode\" to be envelope or refusal");
                    });
        }
        String node = body.string("nodeId").orElse(USUAL_NODE);
        try {
            models.program(node, answers);
        } catch (IllegalArgumentException e) {
            throw RestRefusal.invalid(String.valueOf(e.getMessage()));
        }
        return Answer.ok(JsonObject.builder()
                .put("nodeId", node)
                .put("programmed", answers.size())
                .build());
    }

    private Answer cacheKey(Call call) throws IOException {
        JsonObject body = call.body();
        for (String needed : List.of("provider", "model")) {
            Fields.required(body, needed);
        }
        if (body.array("messages").isEmpty()) {
            throw RestRefusal.invalid("expected \"messages\" to be an array of messages");
        }
        return Answer.ok(JsonObject.EMPTY.with("cacheKey", new JsonString(models.cacheKey(body))));
    }

    private Answer prompt(Call call) throws IOException {
        JsonObject body = call.body();
        Fields.required(body, "kind");
        if (body.object("node").isEmpty()) {
            throw RestRefusal.invalid("expected \"node\" to be an object with nodeId and config");
        }
        return Answer.ok(models.promptFor(body));
    }
}
