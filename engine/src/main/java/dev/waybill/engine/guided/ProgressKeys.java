package dev.waybill.engine.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import java.util.List;
import java.util.Locale;

/// Names in a context that look as if an agent kept the run's progress there, which the tokens do.
final class ProgressKeys {

    private static final List<String> LOOKS = List.of(
            "acktoken",
            "completed",
            "completedsteps",
            "continuetoken",
            "currentindex",
            "currentitem",
            "currentiteration",
            "currentstep",
            "currentstepid",
            "executionstate",
            "iscomplete",
            "loopiteration",
            "loopstack",
            "loopstate",
            "nextstep",
            "nextstepid",
            "pending",
            "pendingstep",
            "progress",
            "statetoken",
            "stepid",
            "stepindex",
            "workflowstate");

    private ProgressKeys() {}

    static List<PayloadRead.Warning> warnings(JsonObject context) {
        return context.names().stream()
                .filter(ProgressKeys::looksLikeProgress)
                .limit(Blocker.MOST)
                .map(name -> new PayloadRead.Warning(
                        JsonPointer.member(Payload.CONTEXT, name),
                        "\"%s\" looks like the progress of the workflow: the tokens carry that, a variable has no influence on it; leave it out"
                                .formatted(name)))
                .toList();
    }

    private static boolean looksLikeProgress(String name) {
        return LOOKS.contains(name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", ""));
    }
}
