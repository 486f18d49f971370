package dev.waybill.workflow;

import dev.waybill.workflow.expression.Expression;
import dev.waybill.workflow.expression.Reference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Which names a definition declares and which it uses. Uses are judged at the end, when all names are known.
final class Names {

    private final Set<String> nodes = new LinkedHashSet<>();
    private final Set<String> variables = new LinkedHashSet<>();
    private final Set<String> channels = new LinkedHashSet<>();
    private final List<Use> uses = new ArrayList<>();

    enum Kind {
        NODE,
        VARIABLE,
        CHANNEL
    }

    /// @param optional whether the use says itself that the name may be absent
    private record Use(Kind kind, String name, String pointer, boolean optional) {}

    /// Declares a name; false when it was there before.
    boolean declare(Kind kind, String name) {
        return set(kind).add(name);
    }

    boolean isDeclared(Kind kind, String name) {
        return set(kind).contains(name);
    }

    void use(Kind kind, String name, String pointer, boolean optional) {
        uses.add(new Use(kind, name, pointer, optional));
    }

    void use(Expression expression, String pointer) {
        for (Reference reference : expression.references()) {
            String member = reference.member();
            if (member != null) {
                switch (reference.root()) {
                    case "nodes" -> use(Kind.NODE, member, pointer, false);
                    case "variables" -> use(Kind.VARIABLE, member, pointer, false);
                    case "channels" -> use(Kind.CHANNEL, member, pointer, false);
                    default -> {}
                }
            }
        }
    }

    void check(Findings findings) {
        for (Use use : uses) {
            if (!isDeclared(use.kind, use.name)) {
                report(use, findings);
            }
        }
    }

    private void report(Use use, Findings findings) {
        String what = use.kind.name().toLowerCase(Locale.ROOT);
        String message = "no %s is called \"%s\"".formatted(what, Members.shown(use.name));
        String hint = findings.wantsErrors() && findings.wantsWarnings()
                ? Suggestion.hint(use.name, set(use.kind), "declare it, or use a name that exists")
                : "declare it";
        if (use.optional) {
            findings.warn(use.pointer, code(use.kind), message, hint);
        } else {
            findings.error(use.pointer, code(use.kind), message, hint);
        }
    }

    private static DefinitionCode code(Kind kind) {
        return switch (kind) {
            case NODE -> DefinitionCode.UNKNOWN_NODE;
            case VARIABLE -> DefinitionCode.UNKNOWN_VARIABLE;
            case CHANNEL -> DefinitionCode.UNKNOWN_CHANNEL;
        };
    }

    private Set<String> set(Kind kind) {
        return switch (kind) {
            case NODE -> nodes;
            case VARIABLE -> variables;
            case CHANNEL -> channels;
        };
    }
}
