package dev.waybill.journal;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The evidence envelope of a run's records: what the caller brought, under the run's own correlation id and origin.
///
/// It lies among the options of the header, so that children, forks and replays carry it on.
public final class RunEnvelope {

    /// The option's name. Its value is an object of `_ewp_*` members, or `false` where records carry no envelope.
    public static final String OPTION = "envelope";

    /// What the run or each of its events says itself, whatever the caller sent.
    private static final List<String> OWN = List.of(
            EvidenceEnvelope.VERSION,
            EvidenceEnvelope.CORRELATION_ID,
            EvidenceEnvelope.ORIGIN,
            EvidenceEnvelope.POLICY_VERSION);

    private RunEnvelope() {}

    /// The options with what a caller brought.
    public static JsonObject adopt(JsonObject options, EvidenceEnvelope caller) {
        JsonObject kept = caller.members();
        for (String name : OWN) {
            kept = kept.without(name);
        }
        return kept.isEmpty() ? options : options.with(OPTION, kept);
    }

    /// The options of a run whose records carry no envelope.
    public static JsonObject without(JsonObject options) {
        return options.with(OPTION, false);
    }

    /// An event's name among the records of all systems.
    public static String event(RunId run, String eventId) {
        return "waybill:" + run + "/" + eventId;
    }

    /// The options of a run that happens inside another's step: it depends on the event that handed over, and on
    /// nothing else that the other one depended on.
    public static JsonObject inside(JsonObject options, String handOver) {
        if (isOff(options)) {
            return options;
        }
        EvidenceEnvelope outer = new EvidenceEnvelope(options.object(OPTION).orElse(JsonObject.EMPTY));
        return options.with(OPTION, outer.withParents(List.of(handOver)).members());
    }

    /// What a record carries.
    ///
    /// @param origin the part of the system that makes it
    /// @param policyVersion of the policy in force as it is made; null where none is known
    /// @param first whether it is the run's first: that one depends on what the caller named
    public static EvidenceEnvelope of(RunHeader header, String origin, @Nullable String policyVersion, boolean first) {
        if (isOff(header.options())) {
            return EvidenceEnvelope.NONE;
        }
        EvidenceEnvelope issued = EvidenceEnvelope.issued(header.correlationId(), origin);
        EvidenceEnvelope own =
                policyVersion == null ? issued : issued.with(EvidenceEnvelope.POLICY_VERSION, policyVersion);
        Map<String, JsonValue> members = new LinkedHashMap<>(own.members().members());
        header.options().object(OPTION).orElse(JsonObject.EMPTY).members().forEach((name, value) -> {
            if (first || !name.equals(EvidenceEnvelope.PARENT_IDS)) {
                members.putIfAbsent(name, value);
            }
        });
        return new EvidenceEnvelope(new JsonObject(members));
    }

    /// Whether the records of a run carry an envelope.
    public static boolean isCarried(RunHeader header) {
        return !isOff(header.options());
    }

    private static boolean isOff(JsonObject options) {
        return JsonBool.FALSE.equals(options.get(OPTION));
    }
}
