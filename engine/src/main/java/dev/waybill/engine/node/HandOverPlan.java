package dev.waybill.engine.node;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a node wants a child run to do, and on which terms. It is decided once, when the node begins, and recorded with
/// its start: whatever becomes of the definition, a fold finds the same plan again.
///
/// @param workerId the child's definition
/// @param inputs the child's variables, each with the parent's variable that fills it
/// @param outputs the parent's variables, each with the child's variable or output that fills it
/// @param given what the child is given besides; it wins over the mapping
/// @param terms on which terms; none of them unless said
/// @param verifier who looks at what the child brings back
/// @param attestation what has to hold before it is taken over
public record HandOverPlan(
        String workerId,
        Map<String, String> inputs,
        Map<String, String> outputs,
        JsonObject given,
        Set<Term> terms,
        VerifierTerms verifier,
        AttestationTerms attestation) {

    /// What may be agreed between a node and its child. A recorded plan has each under its member.
    public enum Term {
        /// The child has a memory of its own; otherwise it shares its parent's.
        ISOLATED("isolated"),
        /// Every phase is an event of its own, as behind the decision of a supervisor. Without it a child's end is told
        /// by its node's end, so that a node with several children needs it.
        CHAINED("chained"),
        /// The child begins only when those before it are over.
        SEQUENTIAL("sequential"),
        /// The node ends with its child, not with the hand-over.
        WAITS("waits"),
        /// A child that fails, or is cancelled, fails the node.
        FAILURE_FAILS("failureFails"),
        /// The end of the run takes the child along.
        CANCELS("cancels"),
        /// The node goes on with its own work when all children are over, and does not end with them.
        RESUMES("resumes");

        private final String member;

        Term(String member) {
            this.member = member;
        }
    }

    /// In a child's header: that its memory is its own. A run that begins today is read by every version to come.
    public static final String OPTION = "memoryScopeIsolation";

    public static final String ISOLATED = "isolated";

    /// In what a dispatch gives: that nothing was done with the decision.
    public static final String REJECTED = "rejected";

    public HandOverPlan {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
        terms = Collections.unmodifiableSet(with(terms));
    }

    /// One that maps nothing, and whose results are taken over as they are.
    public static HandOverPlan of(String workerId, JsonObject given, Term... terms) {
        return new HandOverPlan(
                workerId,
                Collections.emptyMap(),
                Collections.emptyMap(),
                given,
                with(List.of(), terms),
                VerifierTerms.NONE,
                AttestationTerms.NONE);
    }

    /// Of an activity that goes on when its children are over, whatever became of them.
    ///
    /// @param given what the child is given, and nothing besides
    public static HandOverPlan inBetween(String workerId, JsonObject given) {
        return of(workerId, given, Term.CHAINED, Term.WAITS, Term.CANCELS, Term.RESUMES);
    }

    /// Of the critic that somebody's terms name: the node waits for its verdict, whatever becomes of it.
    ///
    /// @param workerId who came to the result
    /// @param target as the verdict will name it
    /// @param output the result
    public static HandOverPlan critic(VerifierTerms terms, String workerId, String target, JsonObject output) {
        JsonObject told = JsonObject.builder()
                .put("output", output)
                .put("workerId", workerId)
                .put("target", target)
                .put("criteria", JsonArray.ofStrings(terms.criteria()))
                .build();
        return of(terms.critic().orElseThrow(), told, Term.WAITS, Term.CANCELS);
    }

    /// Of a node's own work, which no child does: only its critic is waited for.
    public static HandOverPlan own(String actor, VerifierTerms terms) {
        return of(actor, JsonObject.EMPTY, Term.WAITS, Term.CANCELS).reviewed(terms, AttestationTerms.NONE);
    }

    /// The same, with variables that go over and come back.
    public HandOverPlan mapping(Map<String, String> over, Map<String, String> back) {
        return new HandOverPlan(workerId, over, back, given, terms, verifier, attestation);
    }

    /// The same, on one more term if that is so.
    public HandOverPlan on(Term term, boolean agreed) {
        return agreed
                ? new HandOverPlan(workerId, inputs, outputs, given, with(terms, term), verifier, attestation)
                : this;
    }

    private static Set<Term> with(Collection<Term> terms, Term... more) {
        Set<Term> all = EnumSet.noneOf(Term.class);
        all.addAll(terms);
        Collections.addAll(all, more);
        return all;
    }

    /// The same, and what comes back is looked at.
    public HandOverPlan reviewed(VerifierTerms by, AttestationTerms holding) {
        return new HandOverPlan(workerId, inputs, outputs, given, terms, by, holding);
    }

    /// Whether a node's configuration wants a memory of its own for its child.
    static boolean isolates(JsonObject config) {
        return config.string(OPTION).orElse("").equals(ISOLATED);
    }

    public boolean has(Term term) {
        return terms.contains(term);
    }

    /// Whether somebody has to look at what comes back, or something has to hold.
    public boolean isReviewed() {
        return verifier.covers(workerId) || !attestation.isEmpty();
    }

    /// The same, to be done once more.
    public HandOverPlan again(JsonObject told) {
        JsonObject more = given;
        for (var member : told.members().entrySet()) {
            more = more.with(member.getKey(), member.getValue());
        }
        return new HandOverPlan(workerId, inputs, outputs, more, terms, verifier, attestation);
    }

    /// The child's inputs. A parent variable without a value leaves the child's default alone.
    ///
    /// @param ports what the node was given
    public JsonObject inputs(JsonObject ports, Map<String, JsonValue> variables) {
        Map<String, JsonValue> filled =
                new LinkedHashMap<>(has(Term.RESUMES) ? Collections.emptyMap() : ports.members());
        inputs.forEach((child, parent) -> {
            JsonValue value = variables.get(parent);
            if (value != null) {
                filled.put(child, value);
            }
        });
        filled.putAll(given.members());
        return new JsonObject(filled);
    }

    /// What a child has for us, under its own names: its variables and outputs that are mapped, or else its outputs.
    public JsonObject brought(JsonObject childVariables, JsonObject childOutputs) {
        if (outputs.isEmpty()) {
            return childOutputs;
        }
        Map<String, JsonValue> brought = new LinkedHashMap<>();
        outputs.values().forEach(child -> {
            JsonValue variable = childVariables.get(child);
            JsonValue value = variable != null ? variable : childOutputs.get(child);
            if (value != null) {
                brought.put(child, value);
            }
        });
        return new JsonObject(brought);
    }

    /// What comes back: the parent's variables with the child's values.
    public Map<String, JsonValue> harvest(JsonObject brought) {
        Map<String, JsonValue> harvested = new LinkedHashMap<>();
        outputs.forEach((parent, child) -> {
            JsonValue value = brought.get(child);
            if (value != null) {
                harvested.put(parent, value);
            }
        });
        return harvested;
    }

    public JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder()
                .put("worker", workerId)
                .put("inputs", json(inputs))
                .put("outputs", json(outputs))
                .put("given", given);
        for (Term term : EnumSet.complementOf(EnumSet.of(Term.RESUMES))) {
            json.put(term.member, has(term));
        }
        // What came later is written only where it says something, so that older plans keep their bytes.
        return json.putIfPresent(VerifierTerms.MEMBER, verifier.isEmpty() ? null : verifier.json())
                .putIfPresent(AttestationTerms.MEMBER, attestation.isEmpty() ? null : attestation.json())
                .putIfPresent(Term.RESUMES.member, has(Term.RESUMES) ? JsonBool.TRUE : null)
                .build();
    }

    public static HandOverPlan ofJson(JsonObject json) {
        Set<Term> terms = EnumSet.allOf(Term.class);
        terms.removeIf(term -> json.get(term.member) != JsonBool.TRUE);
        return new HandOverPlan(
                json.string("worker").orElseThrow(),
                mapping(json, "inputs"),
                mapping(json, "outputs"),
                json.object("given").orElse(JsonObject.EMPTY),
                terms,
                VerifierTerms.of(json),
                AttestationTerms.of(json));
    }

    private static JsonObject json(Map<String, String> mapping) {
        JsonObject.Builder json = JsonObject.builder();
        mapping.forEach(json::put);
        return json.build();
    }

    /// Names to names, as definitions write them; anything else is no mapping.
    public static Map<String, String> mapping(JsonObject json, String member) {
        Map<String, String> mapping = new LinkedHashMap<>();
        json.object(member).orElse(JsonObject.EMPTY).members().forEach((to, from) -> {
            if (from instanceof JsonString(var text)) {
                mapping.put(to, text);
            }
        });
        return mapping;
    }
}
