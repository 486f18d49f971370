package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.SchemaCheck;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.Violation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the contract of an output. An example that does not fit would teach every agent the wrong shape, so it is an
/// error.
final class ContractReader {

    static final List<String> MEMBERS =
            List.of("ref", "kind", "schema", "example", "orderBy", "dedupeBy", "display", "description");
    private static final long STEPS = 1_000_000;
    private static final int LONGEST_PATH = 256;

    private ContractReader() {}

    /// @param otherwise the kind, where neither the contract nor its schema says one
    static @Nullable OutputContract read(Members contract, String ref, String otherwise) {
        int errors = contract.findings().errorCount();
        JsonObject written = contract.requiredObject("schema");
        SchemaCheck.check(written, contract.pointer("schema"), contract.findings());
        String given = contract.optionalText("kind", 1, 256);
        String kind = given != null ? given : kindOf(written, otherwise);
        contract.require("example");
        List<String> orderBy = paths(contract, "orderBy");
        List<String> dedupeBy = paths(contract, "dedupeBy");
        List<Display> display = Display.read(contract);
        JsonValue example = contract.object().get("example");
        if (contract.findings().errorCount() > errors || example == null) {
            return null;
        }
        JsonObject schema = withKind(written, kind);
        JsonValue shown =
                example instanceof JsonObject object && !object.has("kind") ? kindFirst(kind, object) : example;
        checkExample(contract, schema, shown);
        return contract.findings().errorCount() > errors
                ? null
                : new OutputContract(ref, kind, schema, shown, orderBy, dedupeBy, display);
    }

    private static JsonObject kindFirst(String kind, JsonObject object) {
        var builder = JsonObject.builder().put("kind", kind);
        object.members().forEach(builder::put);
        return builder.build();
    }

    private static String kindOf(JsonObject schema, String otherwise) {
        return schema.object("properties")
                .flatMap(it -> it.object("kind"))
                .flatMap(it -> it.string("const"))
                .orElse(otherwise);
    }

    /// The schema of an object also asks for the `kind` by which the artifact is found, if its author left that out.
    private static JsonObject withKind(JsonObject schema, String kind) {
        boolean object = schema.string("type").filter("object"::equals).isPresent() || schema.has("properties");
        JsonObject properties = schema.object("properties").orElse(JsonObject.EMPTY);
        if (!object || properties.has("kind")) {
            return schema;
        }
        JsonObject constant = JsonObject.of("const", kind);
        // An author may ask for the kind without saying what it is; a name may stand in the list only once.
        Set<JsonValue> required = new LinkedHashSet<>(List.of(new JsonString("kind")));
        schema.array("required").ifPresent(it -> required.addAll(it.items()));
        return schema.with("properties", properties.with("kind", constant))
                .with("required", new JsonArray(new ArrayList<>(required)));
    }

    /// One path, or several.
    private static List<String> paths(Members contract, String name) {
        if (contract.object().get(name) instanceof JsonString) {
            String one = contract.optionalText(name, 1, LONGEST_PATH);
            return one == null ? List.of() : List.of(one);
        }
        return contract.texts(name, contract.optionalArray(name), (_, _) -> {});
    }

    private static void checkExample(Members contract, JsonObject schema, JsonValue example) {
        try {
            for (Violation violation : JsonSchema.compile(schema).validate(example, StepBudget.of(STEPS))) {
                report(contract, violation.toString());
            }
        } catch (ExpressionException e) {
            report(contract, e.getMessage());
        }
    }

    private static void report(Members contract, @Nullable String problem) {
        contract.findings()
                .error(
                        contract.pointer("example"),
                        DefinitionCode.BAD_EXAMPLE,
                        "the example does not fit its own schema: " + problem,
                        "fix the example or the schema");
    }

    /// The contract as a document: what [#read] reads.
    static JsonObject toJson(OutputContract contract) {
        var json = JsonObject.builder()
                .put("ref", contract.ref())
                .put("kind", contract.kind())
                .put("schema", contract.schema())
                .put("example", contract.example());
        if (!contract.orderBy().isEmpty()) {
            json.put("orderBy", JsonArray.ofStrings(contract.orderBy()));
        }
        if (contract.dedupeBy().size() == 1) {
            json.put("dedupeBy", contract.dedupeBy().getFirst());
        } else if (!contract.dedupeBy().isEmpty()) {
            json.put("dedupeBy", JsonArray.ofStrings(contract.dedupeBy()));
        }
        if (!contract.display().isEmpty()) {
            List<JsonValue> display = new ArrayList<>();
            contract.display().forEach(it -> display.add(it.toJson()));
            json.put("display", new JsonArray(display));
        }
        return json.build();
    }
}
