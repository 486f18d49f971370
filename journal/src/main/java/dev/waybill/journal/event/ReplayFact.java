package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_VALUE;
import static dev.waybill.journal.event.Kind.TEXT;

import dev.waybill.base.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// What a replay has to say about its source.
public sealed interface ReplayFact extends RunEvent {

    /// The replay came to another event than its source.
    ///
    /// @param expected the source's event at that place, without what differs by nature
    /// @param actual the replay's event
    record ReplayDiverged(
            String sourceRunId,
            long atSequence,
            @Nullable String originalEventId,
            String divergenceKind,
            @Nullable String divergencePoint,
            @Nullable JsonValue expected,
            @Nullable JsonValue actual)
            implements ReplayFact {
        public static final String TYPE = "replay.diverged";

        static ReplayDiverged of(Members<ReplayDiverged> members) {
            return new ReplayDiverged(
                    members.at("sourceRunId", TEXT, ReplayDiverged::sourceRunId),
                    members.at("atSequence", INTEGER, ReplayDiverged::atSequence),
                    members.at("originalEventId", OPTIONAL_TEXT, ReplayDiverged::originalEventId),
                    members.at("divergenceKind", TEXT, ReplayDiverged::divergenceKind),
                    members.at("divergencePoint", OPTIONAL_TEXT, ReplayDiverged::divergencePoint),
                    members.at("expected", OPTIONAL_VALUE, ReplayDiverged::expected),
                    members.at("actual", OPTIONAL_VALUE, ReplayDiverged::actual));
        }
    }

    /// A model was asked again, and where it once answered it refuses now, or the other way round. The replay ends
    /// here: neither answer can stand for the other.
    ///
    /// @param originalEnvelopeKind `valid` or `refusal`
    record DivergedAtRefusal(
            String sourceRunId,
            long atSequence,
            @Nullable String originalEventId,
            String originalEnvelopeKind,
            String replayEnvelopeKind,
            String nodeId)
            implements ReplayFact {
        public static final String TYPE = "replay.divergedAtRefusal";

        static DivergedAtRefusal of(Members<DivergedAtRefusal> members) {
            return new DivergedAtRefusal(
                    members.at("sourceRunId", TEXT, DivergedAtRefusal::sourceRunId),
                    members.at("atSequence", INTEGER, DivergedAtRefusal::atSequence),
                    members.at("originalEventId", OPTIONAL_TEXT, DivergedAtRefusal::originalEventId),
                    members.at("originalEnvelopeKind", TEXT, DivergedAtRefusal::originalEnvelopeKind),
                    members.at("replayEnvelopeKind", TEXT, DivergedAtRefusal::replayEnvelopeKind),
                    members.at("nodeId", TEXT, DivergedAtRefusal::nodeId));
        }
    }
}
