package dev.waybill.workflow;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.schema.JsonSchema;
import dev.waybill.workflow.schema.SchemaProblem;

/// Says of a JSON Schema inside a definition what is wrong with it. A schema that nobody can apply would otherwise be
/// found by the first run, not by the author.
public final class SchemaCheck {

    private SchemaCheck() {}

    public static void check(JsonObject schema, String pointer, Findings findings) {
        for (SchemaProblem problem : JsonSchema.problems(schema)) {
            findings.error(pointer + problem.pointer(), code(problem), problem.message(), hint(problem));
        }
    }

    private static DefinitionCode code(SchemaProblem problem) {
        return problem.kind() == SchemaProblem.Kind.PATTERN ? DefinitionCode.BAD_PATTERN : DefinitionCode.BAD_SCHEMA;
    }

    private static String hint(SchemaProblem problem) {
        return switch (problem.kind()) {
            case PATTERN -> ExpressionReader.LANGUAGE;
            case KEYWORD -> "see JSON Schema 2020-12 for this keyword";
            case REFERENCE -> "copy the schema into $defs and refer to it there";
        };
    }
}
