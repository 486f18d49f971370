package dev.waybill.engine.guided;

import java.util.Arrays;
import java.util.Optional;

/// Why an acknowledgement, or a request as a whole, was not accepted; stable, for programs. Blockers are listed in this
/// order.
public enum BlockerCode {
    /// A member has another type than it must have.
    INVALID_FIELD("invalid_field"),
    UNKNOWN_FIELD("unknown_field"),
    RESERVED_CONTEXT_KEY("reserved_context_key"),
    NESTED_TOO_DEEP("nested_too_deep"),
    CONTEXT_TOO_LARGE("context_too_large"),
    /// The notes stand in two places and differ.
    NOTES_CONFLICT("notes_conflict"),
    NOTES_TOO_LARGE("notes_too_large"),
    TOO_MANY_ARTIFACTS("too_many_artifacts"),
    ARTIFACT_TOO_LARGE("artifact_too_large"),
    MISSING_REQUIRED_NOTES("missing_required_notes"),
    INVALID_NOTES("invalid_notes"),
    MISSING_REQUIRED_OUTPUT("missing_required_output"),
    /// There are artifacts, but none of the kind that the step asks for.
    WRONG_OUTPUT_KIND("wrong_output_kind"),
    INVALID_OUTPUT("invalid_output"),
    MISSING_ASSESSMENT("missing_assessment"),
    INVALID_ASSESSMENT("invalid_assessment"),
    /// The agent's own judgement asks for more work first.
    ASSESSMENT_FOLLOWUP_REQUIRED("assessment_followup_required"),
    /// The variable that a loop counts by or goes through is absent or of another type.
    LOOP_INPUT_INVALID("loop_input_invalid"),
    /// The steps of a loop use fields of items that are no objects.
    LOOP_ITEMS_NOT_OBJECTS("loop_items_not_objects"),
    LOOP_LIMIT_EXCEEDED("loop_limit_exceeded"),
    SELECTION_LIMIT_EXCEEDED("selection_limit_exceeded");

    private final String wire;

    BlockerCode(String wire) {
        this.wire = wire;
    }

    static Optional<BlockerCode> ofWire(String wire) {
        return Arrays.stream(values()).filter(code -> code.wire.equals(wire)).findFirst();
    }

    public String wire() {
        return wire;
    }
}
