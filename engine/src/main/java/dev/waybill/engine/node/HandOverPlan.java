package dev.waybill.engine.node;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a node wants a child run to do, and on which terms. It is decided once, when the node begins, and recorded with
/// its start: whatever becomes of the definition, a fold finds the same plan again.
///
/// @param workerId the child's definition
/// @param inputs the child's variables, each with the parent's variable that fills it
/// @param outputs the parent's variables, each with the child's variable or output that fills it
/// @param given what the child is given besides; it wins over the mapping
/// @param isolated whether the child has a memory of its own; otherwise it shares its parent's
/// @param chained whether every phase is an event of its own, as behind the decision of a supervisor. Without it a
///     child's end is told by its node's end, so that a node with several children needs it
/// @param sequential whether it begins only when those before it are over
/// @param waits whether the node ends with its child, not with the hand-over
/// @param failureFails whether a child that fails, or is cancelled, fails the node
/// @param cancels whether the end of the run takes the child along
/// @param verifier who looks at what the child brings back
/// @param attestation what has to hold before it is taken over
/// @param resumes whether the node goes on with its own work when all are over, and does not end with them
public record HandOverPlan(
        String workerId,
        Map<String, String> inputs,
        Map<String, String> outputs,
        JsonObject given,
        boolean isolated,
        boolean chained,
        boolean sequential,
        boolean waits,
        boolean failureFails,
        boolean cancels,
        VerifierTerms verifier,
        AttestationTerms attestation,
        boolean resumes) {

    /// In a child's header: that its memory is its own. A run that begins today is read by every version to come.
    public static final String OPTION = "memoryScopeIsolation";

    public static final String ISOLATED = "isolated";

    /// In what a dispatch gives: that nothing was done with the decision.
    public static final String REJECTED = "rejected";

    /// One whose results are taken over as they are, and whose node ends with its children.
    public HandOverPlan(
            String workerId,
            Map<String, String> inputs,
            Map<String, String> outputs,
            JsonObject given,
            boolean isolated,
            boolean chained,
            boolean sequential,
            boolean waits,
            boolean failureFails,
            boolean cancels) {
        this(
                workerId,
                inputs,
                outputs,
                given,
                isolated,
                chained,
                sequential,
                waits,
                failureFails,
                cancels,
                new VerifierTerms(JsonObject.EMPTY),
                new AttestationTerms(JsonObject.EMPTY));
    }

    /// One whose results are looked at, and whose node ends with its children.
    public HandOverPlan(
            String workerId,
            Map<String, String> inputs,
            Map<String, String> outputs,
            JsonObject given,
            boolean isolated,
            boolean chained,
            boolean sequential,
            boolean waits,
            boolean failureFails,
            boolean cancels,
            VerifierTerms verifier,
            AttestationTerms attestation) {
        this(
                workerId,
                inputs,
                outputs,
                given,
                isolated,
                chained,
                sequential,
                waits,
                failureFails,
                cancels,
                verifier,
                attestation,
                false);
    }

    /// Of an activity that goes on when its children are over, whatever became of them.
    ///
    /// @param given what the child is given, and nothing besides
    public static HandOverPlan inBetween(String workerId, JsonObject given) {
        return new HandOverPlan(
                workerId,
                Collections.emptyMap(),
                Collections.emptyMap(),
                given,
                false,
                true,
                false,
                true,
                false,
                true,
                new VerifierTerms(JsonObject.EMPTY),
                new AttestationTerms(JsonObject.EMPTY),
                true);
    }

    public HandOverPlan {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
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
        return new HandOverPlan(
                workerId,
                inputs,
                outputs,
                more,
                isolated,
                chained,
                sequential,
                waits,
                failureFails,
                cancels,
                verifier,
                attestation);
    }

    /// The child's inputs. A parent variable without a value leaves the child's default alone.
    ///
    /// @param ports what the node was given
    public JsonObject inputs(JsonObject ports, Map<String, JsonValue> variables) {
        Map<String, JsonValue> filled = new LinkedHashMap<>(resumes ? Collections.emptyMap() : ports.members());
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
        JsonObject json = JsonObject.builder()
                .put("worker", workerId)
                .put("inputs", json(inputs))
                .put("outputs", json(outputs))
                .put("given", given)
                .put("isolated", JsonBool.of(isolated))
                .put("chained", JsonBool.of(chained))
                .put("sequential", JsonBool.of(sequential))
                .put("waits", JsonBool.of(waits))
                .put("failureFails", JsonBool.of(failureFails))
                .put("cancels", JsonBool.of(cancels))
                .putIfPresent(VerifierTerms.MEMBER, verifier.isEmpty() ? null : verifier.json())
                .putIfPresent(AttestationTerms.MEMBER, attestation.isEmpty() ? null : attestation.json())
                .build();
        return resumes ? json.with("resumes", JsonBool.TRUE) : json;
    }

    public static HandOverPlan ofJson(JsonObject json) {
        return new HandOverPlan(
                json.string("worker").orElseThrow(),
                mapping(json, "inputs"),
                mapping(json, "outputs"),
                json.object("given").orElse(JsonObject.EMPTY),
                json.get("isolated") == JsonBool.TRUE,
                json.get("chained") == JsonBool.TRUE,
                json.get("sequential") == JsonBool.TRUE,
                json.get("waits") == JsonBool.TRUE,
                json.get("failureFails") == JsonBool.TRUE,
                json.get("cancels") == JsonBool.TRUE,
                new VerifierTerms(json.object(VerifierTerms.MEMBER).orElse(JsonObject.EMPTY)),
                new AttestationTerms(json.object(AttestationTerms.MEMBER).orElse(JsonObject.EMPTY)),
                json.get("resumes") == JsonBool.TRUE);
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
