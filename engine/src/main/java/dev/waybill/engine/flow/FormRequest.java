package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.GateNode;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeManifest;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Question;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.schema.JsonSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `core.hitl.form-request`: somebody fills in a form, declines or cancels. The form is flat, as MCP's elicitation
/// has it, so that every program can show it.
record FormRequest() implements GateNode {

    private static final List<String> TYPES = List.of("string", "number", "integer", "boolean");
    private static final List<String> FORMATS = List.of("email", "uri", "date", "date-time");
    private static final String FORM = "formSchema";

    @Override
    public String typeId() {
        return "core.hitl.form-request";
    }

    @Override
    public NodeManifest manifest() {
        return Sheets.of("form-request", typeId());
    }

    @Override
    public String answeredBy() {
        return "respondedBy";
    }

    @Override
    public List<String> check(WorkflowNode node) {
        JsonObject form = form(node.config());
        List<String> wrong = new ArrayList<>();
        if (!form.string("type").orElse("").equals("object") || !(form.get("properties") instanceof JsonObject)) {
            wrong.add("config.formSchema is the schema of an object with properties");
        }
        JsonSchema.problems(form).forEach(problem -> wrong.add("config.formSchema cannot be read: " + problem));
        fields(form).forEach((name, field) -> {
            if (!isFlat(field.asObject().orElse(JsonObject.EMPTY))) {
                wrong.add(
                        "config.formSchema: \"%s\" is a text, number, boolean or one of an enum, and a format is one of %s"
                                .formatted(name, String.join(", ", FORMATS)));
            }
        });
        return wrong;
    }

    private static boolean isFlat(JsonObject field) {
        return field.get("enum") instanceof JsonArray
                || (TYPES.contains(field.string("type").orElse(""))
                        && field.string("format").map(FORMATS::contains).orElse(true));
    }

    private static JsonObject form(JsonObject config) {
        return config.object(FORM).orElse(JsonObject.EMPTY);
    }

    private static Map<String, JsonValue> fields(JsonObject form) {
        return form.object("properties").orElse(JsonObject.EMPTY).members();
    }

    @Override
    public Question ask(NodeCall call) {
        JsonObject form = form(call.config());
        JsonObject data = JsonObject.of("prompt", Asking.prompt(call))
                .with("profile", "openwop-form")
                .with(FORM, form)
                .withIfPresent("locale", call.inputs().get("locale"));
        return new Question(Asking.key(call), Question.CUSTOM, data, Asking.timeoutMs(call), answer(form));
    }

    private static JsonObject answer(JsonObject form) {
        JsonObject schema = JsonReader.read("""
                {
                  "type": "object", "required": ["action"],
                  "properties": {"action": {"enum": ["accept", "decline", "cancel"]}},
                  "if": {"properties": {"action": {"const": "accept"}}},
                  "then": {"required": ["payload"]}
                }""", JsonLimits.DOCUMENT).asObject().orElseThrow();
        JsonObject properties = schema.object("properties").orElseThrow();
        return schema.with("properties", properties.with("payload", form));
    }

    @Override
    public NodeResult answered(NodeCall call, JsonValue answer) {
        JsonObject said = answer.asObject().orElse(JsonObject.EMPTY);
        String action = said.string("action").orElse("cancel");
        return NodeResult.branching(
                JsonObject.of("action", action)
                        .with("payload", said.object("payload").orElse(JsonObject.EMPTY)),
                List.of(action));
    }

    @Override
    public NodeResult unanswered(NodeCall call) {
        return Asking.nobody(call);
    }
}
