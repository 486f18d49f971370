package dev.waybill.workflow;

/// What is wrong with a definition, or only odd about it; the texts are stable.
public enum DefinitionCode {
    MISSING_MEMBER("missing_member"),
    WRONG_TYPE("wrong_type"),
    WRONG_VALUE("wrong_value"),
    OUT_OF_RANGE("out_of_range"),
    BAD_FORMAT("bad_format"),
    DUPLICATE_ID("duplicate_id"),
    UNKNOWN_NODE("unknown_node"),
    UNKNOWN_VARIABLE("unknown_variable"),
    UNKNOWN_CHANNEL("unknown_channel"),
    /// This host has no node type of that name.
    UNKNOWN_TYPE("unknown_type"),
    /// A node hands over to a workflow that nobody here knows.
    UNKNOWN_WORKFLOW("unknown_workflow"),
    /// The workflow that a node hands over to cannot run itself.
    BAD_WORKFLOW("bad_workflow"),
    /// A node's type gives no such output; a warning where the type leaves open what it gives.
    UNKNOWN_OUTPUT("unknown_output"),
    /// This host never fires a trigger of this type.
    UNSERVED_TRIGGER("unserved_trigger"),
    /// A trigger is configured so that it could not fire.
    BAD_TRIGGER("bad_trigger"),
    /// A schedule names a time zone that is none.
    INVALID_TIMEZONE("invalid_timezone"),
    BAD_DEFAULT("bad_default"),
    BAD_EXPRESSION("bad_expression"),
    BAD_PATTERN("bad_pattern"),
    BAD_SCHEMA("bad_schema"),
    UNKNOWN_NAME("unknown_name"),
    BAD_EXAMPLE("bad_example"),
    MISSING_ARGUMENT("missing_argument"),
    NO_ENTRY_NODE("no_entry_node"),
    UNBOUNDED_LOOP("unbounded_loop"),
    TOO_LARGE("too_large"),

    /// Nobody reads this member. It is kept, with a warning; in a node's `config` and `inputs` it is an error
    /// where the type says that there are no others.
    UNKNOWN_MEMBER("unknown_member"),
    /// A warning: a compiled document holds what was bound then, and something else is bound today. Agents get it
    /// in this spelling, too.
    BINDING_DRIFT("BINDING_DRIFT"),
    /// A warning: no run gets here.
    UNREACHABLE_NODE("unreachable_node"),
    /// A warning: no path leads from the node that gives the value to the node that takes it.
    NOT_UPSTREAM("not_upstream"),
    /// A warning: edges into one node ask for different things.
    MIXED_TRIGGER_RULES("mixed_trigger_rules");

    private final String text;

    DefinitionCode(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
