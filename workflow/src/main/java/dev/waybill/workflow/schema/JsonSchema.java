package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A compiled JSON Schema (2020-12). Unknown keywords are ignored, as the specification has it; `format` is an
/// annotation; what would be judged wrongly (`unevaluatedProperties`, `$dynamicRef`, …) is refused when compiled.
public final class JsonSchema {

    private final SchemaNode root;

    private JsonSchema(SchemaNode root) {
        this.root = root;
    }

    /// @throws InvalidSchema with everything in the schema that nobody could apply
    public static JsonSchema compile(JsonObject schema) {
        return compile(schema, new LinkedHashMap<>());
    }

    /// @param others documents that the schema may refer to, by their absolute URI; nothing is ever fetched
    /// @throws InvalidSchema with everything in the schema that nobody could apply
    public static JsonSchema compile(JsonObject schema, Map<String, JsonObject> others) {
        var compiler = new SchemaCompiler(schema, others);
        SchemaNode root = compiler.compile();
        if (!compiler.problems().isEmpty()) {
            throw new InvalidSchema(compiler.problems());
        }
        return new JsonSchema(root);
    }

    /// What [#compile] would refuse.
    public static List<SchemaProblem> problems(JsonObject schema) {
        var compiler = new SchemaCompiler(schema, new LinkedHashMap<>());
        compiler.compile();
        return compiler.problems();
    }

    /// Where a value does not fit; empty when it does. A bound keeps the list readable.
    ///
    /// @throws ExpressionException when the budget is used up
    public List<Violation> validate(JsonValue value, StepBudget budget) {
        var validation = new Validation(budget);
        validation.apply(root, value);
        return validation.violations();
    }
}
