package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads functions and finds the ones that a step refers to: its own first, then its loop's, then the workflow's.
record FunctionReader(Reading reading) {

    private static final Pattern CALL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*\\(\\)");

    List<GuidedFunction> definitions(Members owner) {
        List<GuidedFunction> functions = new ArrayList<>();
        owner.objects("functionDefinitions", owner.optionalArray("functionDefinitions"), it -> {
            it.expectOnly(List.of("name", "definition", "parameters", "scope"));
            String name = it.text("name", 128, Reading.NAME);
            if (functions.stream().anyMatch(other -> other.name().equals(name))) {
                reading.duplicate(it.pointer(), "function", name);
            }
            it.word("scope", List.of("workflow", "loop", "step"));
            functions.add(new GuidedFunction(name, it.text("definition"), parameters(it)));
        });
        return functions;
    }

    private static JsonArray parameters(Members function) {
        var items = function.optionalArray("parameters");
        function.objects("parameters", items, it -> {
            it.expectOnly(List.of("name", "type", "required", "description", "enum", "default"));
            it.text("name", 128, Reading.NAME);
            it.require("type");
            it.word("type", List.of("string", "number", "boolean", "array", "object"));
            it.flag("required", false);
            it.optionalText("description");
            it.optionalArray("enum");
        });
        return new JsonArray(items);
    }

    /// What a step refers to and calls, then what it defines for itself.
    List<GuidedFunction> used(Members step, Map<String, GuidedFunction> outer) {
        List<GuidedFunction> own = definitions(step);
        Map<String, GuidedFunction> known = StepReader.joined(outer, own);
        Map<String, GuidedFunction> used = new LinkedHashMap<>();
        step.texts("functionReferences", step.optionalArray("functionReferences"), (text, place) -> {
            if (CALL.matcher(text).matches()) {
                use(text.substring(0, text.length() - 2), place, known, used);
            } else {
                reading.findings.error(
                        place,
                        DefinitionCode.BAD_FORMAT,
                        "expected a name with two brackets, found \"%s\"".formatted(Members.shown(text)),
                        "write \"name()\"");
            }
        });
        step.objects("functionCalls", step.optionalArray("functionCalls"), it -> {
            it.expectOnly(List.of("name", "args"));
            it.optionalObject("args");
            String name = it.text("name");
            if (!name.isEmpty()) {
                use(name, it.pointer("name"), known, used);
            }
        });
        own.forEach(it -> used.putIfAbsent(it.name(), it));
        return List.copyOf(used.values());
    }

    private void use(String name, String place, Map<String, GuidedFunction> known, Map<String, GuidedFunction> used) {
        GuidedFunction function = known.get(name);
        if (function == null) {
            reading.unknown(place, "function", name, known.keySet());
        } else {
            used.put(name, function);
        }
    }
}
