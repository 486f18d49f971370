package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import dev.waybill.workflow.Suggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the readers of one document share.
///
/// A source is checked against everything that an author may write; a compiled document holds less, but its ids and
/// texts may be longer, because the compiler made them.
final class Reading {

    static final Pattern STEP_ID = Pattern.compile("[a-z0-9-]+");
    static final Pattern COMPILED_STEP_ID = Pattern.compile("[a-z0-9._-]+");
    static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /// What the compiler may have made is bounded only by what was read.
    static final int UNBOUNDED = Integer.MAX_VALUE - 1;
    private static final int MOST_SHOWN = 10;

    final Findings findings;
    final boolean compiled;
    final JsonObject document;
    final GuidedSurroundings surroundings;

    /// Whether the document is called as a template; then it may not call another.
    final boolean routine;
    final Map<String, GuidedFunction> functions = new LinkedHashMap<>();
    final Map<String, Assessment> assessments = new LinkedHashMap<>();
    final Map<String, OutputContract> contracts = new LinkedHashMap<>();

    /// Names of contracts that are written in steps.
    final Set<String> inlineContracts = new LinkedHashSet<>();

    /// Those of them that were read so far.
    final Set<String> writtenContracts = new LinkedHashSet<>();

    final Set<String> stepIds = new LinkedHashSet<>();

    /// Steps of the top level that are the body of a loop.
    final Set<String> bodies = new LinkedHashSet<>();

    Reading(
            JsonObject document,
            boolean compiled,
            boolean routine,
            GuidedSurroundings surroundings,
            Findings findings) {
        this.document = document;
        this.routine = routine;
        this.compiled = compiled;
        this.surroundings = surroundings;
        this.findings = findings;
    }

    List<String> topLevelIds() {
        return topLevel().flatMap(it -> it.string("id").stream()).toList();
    }

    Optional<JsonObject> topLevel(String id) {
        return topLevel()
                .filter(it -> it.string("id").filter(id::equals).isPresent())
                .findFirst();
    }

    private Stream<JsonObject> topLevel() {
        return document.array("steps").stream()
                .flatMap(it -> it.items().stream())
                .flatMap(it -> it.asObject().stream());
    }

    int most(int written) {
        return compiled ? UNBOUNDED : written;
    }

    boolean knowsContract(String ref) {
        return contracts.containsKey(ref)
                || inlineContracts.contains(ref)
                || (!compiled && surroundings.contracts().find(ref).isPresent());
    }

    Collection<String> contractRefs() {
        Set<String> refs = new LinkedHashSet<>(contracts.keySet());
        refs.addAll(inlineContracts);
        refs.addAll(surroundings.contracts().refs());
        return refs;
    }

    void unknown(String pointer, String what, String name, Collection<String> known) {
        findings.error(
                pointer,
                DefinitionCode.UNKNOWN_NAME,
                "no %s is called \"%s\"".formatted(what, Members.shown(name)),
                Suggestion.hint(name, known, "use one of: " + listed(known)));
    }

    private static String listed(Collection<String> names) {
        String first = names.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "));
        return names.size() > MOST_SHOWN ? "%s and %d more".formatted(first, names.size() - MOST_SHOWN) : first;
    }

    void duplicate(String pointer, String what, String name) {
        findings.error(
                pointer,
                DefinitionCode.DUPLICATE_ID,
                "the %s \"%s\" is there twice".formatted(what, Members.shown(name)),
                "give each its own name");
    }
}
