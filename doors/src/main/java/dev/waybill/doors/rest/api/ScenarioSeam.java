package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;

/// What a suite asks for among a run's inputs: `"scenario": "mock-return-violation"` has the agent of the run give a
/// result that does not fit its schema. On a host that was not started for tests it is an input like any other.
final class ScenarioSeam {

    private static final String NAME = "scenario";
    private static final String RETURN_VIOLATION = "mock-return-violation";

    private ScenarioSeam() {}

    private static boolean isAskedFor(JsonObject inputs) {
        return inputs.string(NAME).filter(RETURN_VIOLATION::equals).isPresent();
    }

    /// The result is what this is about, so the task is a good one.
    static JsonObject inputs(JsonObject given) {
        if (!isAskedFor(given)) {
            return given;
        }
        JsonObject whole = given.has("text") ? given : given.with("text", "conformance");
        return whole.has("extractionFields")
                ? whole
                : whole.with("extractionFields", JsonArray.of(new JsonString("field")));
    }

    static JsonObject configurable(JsonObject inputs, JsonObject asked) {
        return isAskedFor(inputs) ? asked.with("mockProvider", says(wrong())) : asked;
    }

    /// As often as an agent is asked to mend its result, and once more.
    static JsonArray wrong() {
        return JsonArray.of(said("This is no result."), said("Nor is this."));
    }

    private static JsonObject said(String content) {
        return JsonObject.of("content", content);
    }

    /// What the mock is told for one run.
    static JsonObject says(JsonArray program) {
        return JsonObject.EMPTY.with("config", JsonObject.EMPTY.with("program", program));
    }
}
