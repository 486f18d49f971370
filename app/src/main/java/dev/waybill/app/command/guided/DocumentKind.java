package dev.waybill.app.command.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.catalog.Surroundings;
import dev.waybill.runtime.catalog.WorkflowFolder;
import java.util.Locale;

/// What a document is meant to be. A guided workflow has `steps`, a graph has `nodes`; what has neither is taken for a
/// guided workflow without its steps.
enum DocumentKind {
    GUIDED,
    GRAPH,
    CONTRACTS,
    BINDINGS;

    static DocumentKind of(WorkflowSource source) {
        JsonObject document = source.document();
        if (Surroundings.isGuided(document)) {
            return GUIDED;
        }
        if (document.has("nodes")) {
            return GRAPH;
        }
        if (document.has("contracts") || document.has("schema")) {
            return CONTRACTS;
        }
        return source.name().endsWith(WorkflowFolder.BINDINGS) ? BINDINGS : GUIDED;
    }

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
