package dev.waybill.evidence.read;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import java.util.Optional;

/// The one rule about an envelope that every reader holds records to: whoever writes `_ewp_*` names the version. The
/// members are read all the same.
public final class EnvelopeVersion {

    private static final String READ_HERE = "0";

    private EnvelopeVersion() {}

    public static Optional<Finding> check(EvidenceEnvelope envelope, Place place) {
        if (envelope.isEmpty()) {
            return Optional.empty();
        }
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
}
