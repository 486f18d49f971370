package dev.waybill.engine.guided;

import dev.waybill.base.Words;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Names in a context that look as if an agent kept the run's progress there, which the tokens do, or a step's output.
final class ProgressKeys {

    private static final List<String> LOOKS =
            Words.of("acktoken completed completedsteps continuetoken currentindex currentitem "
                    + "currentiteration currentstep currentstepid executionstate iscomplete loopiteration "
                    + "loopstack loopstate nextstep nextstepid pending pendingstep progress statetoken "
                    + "stepid stepindex workflowstate");

    private static final List<String> OUTPUTS = List.of("note", "notes", "artifact", "artifacts", "output");

    private ProgressKeys() {}

    static List<PayloadRead.Warning> warnings(JsonObject context) {
        return context.names().stream()
                .flatMap(name ->
                        complaint(name)
                                .map(text -> new PayloadRead.Warning(JsonPointer.member(Payload.CONTEXT, name), text))
                                .stream())
                .limit(Blocker.MOST)
                .toList();
    }

    private static Optional<String> complaint(String name) {
        String folded = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        if (LOOKS.contains(folded)) {
            return Optional.of(
                    "\"%s\" looks like the progress of the workflow: the tokens carry that, a variable has no influence on it; leave it out"
                            .formatted(name));
        }
        return OUTPUTS.contains(folded)
                ? Optional.of(
                        "\"%s\" is kept as a variable; what a step produced goes into output.notesMarkdown and output.artifacts"
                                .formatted(name))
                : Optional.empty();
    }
}
