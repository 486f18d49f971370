package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What every reader holds an envelope to: whoever writes `_ewp_*` names the version, and the members that the protocol
/// knows are what it says. The members are read all the same.
public final class EnvelopeCheck {

    private static final String READ_HERE = "0";

    private static final List<String> TEXTS = List.of(
            EvidenceEnvelope.CORRELATION_ID,
            EvidenceEnvelope.TASK_ID,
            EvidenceEnvelope.EPISODE_ID,
            EvidenceEnvelope.AGENT_ID,
            EvidenceEnvelope.POLICY_VERSION,
            EvidenceEnvelope.CONTEXT_HASH,
            EvidenceEnvelope.ORIGIN);

    private static final Pattern ORIGIN = Pattern.compile("[^/\\s]+/\\S+");

    private EnvelopeCheck() {}

    /// The first thing that is wrong; a record is told once.
    public static Optional<Finding> of(EvidenceEnvelope envelope, Place place) {
        if (envelope.isEmpty()) {
            return Optional.empty();
        }
        return version(envelope, place).or(() -> members(envelope, place));
    }

    private static Optional<Finding> version(EvidenceEnvelope envelope, Place place) {
        String version = envelope.text(EvidenceEnvelope.VERSION).orElse("");
        if (version.isEmpty()) {
            return Optional.of(missing(envelope, place));
        }
        return version.equals(READ_HERE)
                ? Optional.empty()
                : Optional.of(new Finding(
                        FindingCode.EWP_VERSION_UNKNOWN,
                        place,
                        "expected _ewp_version \"0\", found \"" + version + "\""));
    }

    private static Finding missing(EvidenceEnvelope envelope, Place place) {
        String found = envelope.members().has(EvidenceEnvelope.VERSION)
                ? String.valueOf(envelope.members().get(EvidenceEnvelope.VERSION))
                : String.join(", ", envelope.members().names());
        return new Finding(FindingCode.EWP_VERSION_MISSING, place, "expected _ewp_version \"0\", found " + found);
    }

    private static Optional<Finding> members(EvidenceEnvelope envelope, Place place) {
        List<String> wrong = new ArrayList<>();
        for (String name : TEXTS) {
            JsonValue value = envelope.members().get(name);
            if (value != null && !(value instanceof JsonString)) {
                wrong.add("expected a string as " + name + ", found " + value);
            }
        }
        JsonValue parents = envelope.members().get(EvidenceEnvelope.PARENT_IDS);
        if (parents != null && !isTexts(parents)) {
            wrong.add("expected an array of strings as " + EvidenceEnvelope.PARENT_IDS + ", found " + parents);
        }
        envelope.text(EvidenceEnvelope.ORIGIN)
                .filter(origin -> !origin.isEmpty() && !ORIGIN.matcher(origin).matches())
                .ifPresent(origin -> wrong.add("expected <repo>/<module> as _ewp_origin, found \"" + origin + "\""));
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(FindingCode.EWP_MEMBER_INVALID, place, String.join("; ", wrong)));
    }

    private static boolean isTexts(JsonValue value) {
        return value instanceof JsonArray array && array.items().stream().allMatch(JsonString.class::isInstance);
    }
}
