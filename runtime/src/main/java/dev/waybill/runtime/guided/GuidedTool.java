package dev.waybill.runtime.guided;

import dev.waybill.journal.store.Scope;
import java.util.List;

/// The tools by their names, with the scope that each needs and the fields that it takes.
enum GuidedTool {
    LIST("workflow_list", Scope.MANIFEST_READ),
    INSPECT("workflow_inspect", Scope.MANIFEST_READ, "workflowId", "stepId", "detail"),
    START("workflow_start", Scope.RUNS_CREATE, "workflowId", "context", "parent"),
    ADVANCE("workflow_advance", Scope.RUNS_CREATE, "stateToken", "ackToken", "context", "output"),
    RESUME("workflow_resume", Scope.RUNS_CREATE, "stateToken"),
    FIND("workflow_find", Scope.RUNS_READ, "sessionId", "workflow", "limit"),
    CHECKPOINT("workflow_checkpoint", Scope.RUNS_CREATE, "stateToken", "notesMarkdown");

    /// What an advance understands beside its fields, because models write it there; it means the same in `output`.
    private static final List<String> SHORTCUTS = List.of("notesMarkdown", "notes", "artifacts");

    private final String wire;
    private final Scope scope;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> fields;

    GuidedTool(String wire, Scope scope, String... fields) {
        this.wire = wire;
        this.scope = scope;
        this.fields = List.of(fields);
    }

    String wire() {
        return wire;
    }

    /// What a caller needs for it.
    Scope scope() {
        return scope;
    }

    List<String> fields() {
        return fields;
    }

    boolean understands(String field) {
        return fields.contains(field) || (this == ADVANCE && SHORTCUTS.contains(field));
    }
}
