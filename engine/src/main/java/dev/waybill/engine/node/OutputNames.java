package dev.waybill.engine.node;

import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Suggestion;
import java.util.Collection;

/// A name that none of a node's outputs has.
final class OutputNames {

    private OutputNames() {}

    /// An error where the type says that there are no others; where others may come, only what looks like a slip of the
    /// finger is worth a warning.
    static void unknown(
            NodeContract contract,
            String nodeId,
            String name,
            Collection<String> known,
            String pointer,
            Findings findings) {
        String message = "node %s has no output \"%s\"".formatted(nodeId, name);
        if (NodeContract.isClosed(contract.manifest().outputs())) {
            String all = known.isEmpty() ? "it has none" : "it has " + String.join(", ", known);
            findings.error(pointer, DefinitionCode.UNKNOWN_OUTPUT, message, Suggestion.hint(name, known, all));
        } else if (Suggestion.nearest(name, known).isPresent()) {
            findings.warn(pointer, DefinitionCode.UNKNOWN_OUTPUT, message, Suggestion.hint(name, known, ""));
        }
    }
}
