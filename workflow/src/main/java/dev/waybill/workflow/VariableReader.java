package dev.waybill.workflow;

import dev.waybill.base.json.JsonValue;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one variable.
record VariableReader(Names names) {

    private static final List<String> MEMBERS =
            List.of("name", "type", "description", "required", "defaultValue", "sensitive");

    @Nullable
    WorkflowVariable read(Members variable) {
        variable.expectOnly(MEMBERS);
        String name = variable.text("name");
        if (!name.isEmpty() && !names.declare(Names.Kind.VARIABLE, name)) {
            variable.findings()
                    .error(
                            variable.pointer("name"),
                            DefinitionCode.DUPLICATE_ID,
                            "another variable is called \"%s\"".formatted(Members.shown(name)),
                            "give each variable its own name");
        }
        variable.text("type");
        VariableType type =
                variable.word("type", List.of(VariableType.values()), VariableType::wire, VariableType.STRING);
        boolean typed = variable.isSound();
        variable.optionalText("description");
        boolean required = variable.flag("required", false);
        boolean sensitive = variable.flag("sensitive", false);
        JsonValue value = variable.object().get("defaultValue");
        if (typed && value != null) {
            checkDefault(variable, type, value);
        }
        return variable.isSound()
                ? new WorkflowVariable(name, type, required, Optional.ofNullable(value), sensitive)
                : null;
    }

    private static void checkDefault(Members variable, VariableType type, JsonValue value) {
        if (!WorkflowVariable.fits(type, value)) {
            variable.findings()
                    .error(
                            variable.pointer("defaultValue"),
                            DefinitionCode.BAD_DEFAULT,
                            "expected a default of type %s, found %s".formatted(type.wire(), value.kind()),
                            "change the default, or the type to \"%s\"".formatted(value.kind()));
        }
    }
}
