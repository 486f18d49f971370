package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.NUMBER;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_VALUE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TIME;
import static dev.waybill.journal.event.Kind.VALUE;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonValue;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What happens to the data of a run, and to its bounds.
public sealed interface DataFact extends RunEvent {

    record VariableChanged(
            String name,
            @Nullable JsonValue previous,
            @Nullable JsonValue next,
            @Nullable String nodeId) implements DataFact {
        public static final String TYPE = "variable.changed";

        static VariableChanged of(Members<VariableChanged> members) {
            return new VariableChanged(
                    members.at("name", TEXT, VariableChanged::name),
                    members.at("previous", OPTIONAL_VALUE, VariableChanged::previous),
                    members.at("next", OPTIONAL_VALUE, VariableChanged::next),
                    members.at("nodeId", OPTIONAL_TEXT, VariableChanged::nodeId));
        }
    }

    /// @param value what was written; the reducer folds it into the channel
    /// @param writtenAt the run's logical time
    record ChannelWritten(
            String channel,
            String reducer,
            JsonValue value,
            long schemaVersion,
            Instant writtenAt,
            @Nullable String nodeId)
            implements DataFact {
        public static final String TYPE = "channel.written";

        public ChannelWritten {
            writtenAt = Times.micros(writtenAt);
        }

        static ChannelWritten of(Members<ChannelWritten> members) {
            return new ChannelWritten(
                    members.at("channel", TEXT, ChannelWritten::channel),
                    members.at("reducer", TEXT, ChannelWritten::reducer),
                    members.at("value", VALUE, ChannelWritten::value),
                    members.at("schemaVersion", INTEGER, ChannelWritten::schemaVersion),
                    members.at("writtenAt", TIME, ChannelWritten::writtenAt),
                    members.at("nodeId", OPTIONAL_TEXT, ChannelWritten::nodeId));
        }
    }

    /// A node left something for people to take home. What it is lies in the event's hidden part.
    ///
    /// @param artifactType what kind of thing it is, in the words of its author
    /// @param size in bytes
    /// @param digest of the bytes, `sha256:` and hex
    record ArtifactCreated(
            String nodeId,
            String artifactId,
            String artifactType,
            String contentType,
            long size,
            String digest,
            @Nullable String name)
            implements DataFact {
        public static final String TYPE = "artifact.created";

        static ArtifactCreated of(Members<ArtifactCreated> members) {
            return new ArtifactCreated(
                    members.at("nodeId", TEXT, ArtifactCreated::nodeId),
                    members.at("artifactId", TEXT, ArtifactCreated::artifactId),
                    members.at("artifactType", TEXT, ArtifactCreated::artifactType),
                    members.at("contentType", TEXT, ArtifactCreated::contentType),
                    members.at("size", INTEGER, ArtifactCreated::size),
                    members.at("digest", TEXT, ArtifactCreated::digest),
                    members.at("name", OPTIONAL_TEXT, ArtifactCreated::name));
        }
    }

    record LogAppended(
            String level, String message, @Nullable String nodeId) implements DataFact {
        public static final String TYPE = "log.appended";

        static LogAppended of(Members<LogAppended> members) {
            return new LogAppended(
                    members.at("level", TEXT, LogAppended::level),
                    members.at("message", TEXT, LogAppended::message),
                    members.at("nodeId", OPTIONAL_TEXT, LogAppended::nodeId));
        }
    }

    /// A bound was passed: what was observed is above the limit.
    ///
    /// @param kind in the words of the protocol
    /// @param limit whole, unless it is money
    /// @param scope what is bounded, where it is more than this run; null for the run itself
    record CapBreached(
            String kind,
            JsonNumber limit,
            JsonNumber observed,
            @Nullable String nodeId,
            @Nullable String scope) implements DataFact {
        public static final String TYPE = "cap.breached";

        /// A bound of the run itself.
        public CapBreached(String kind, long limit, long observed, @Nullable String nodeId) {
            this(kind, limit, observed, nodeId, null);
        }

        public CapBreached(String kind, long limit, long observed, @Nullable String nodeId, @Nullable String scope) {
            this(kind, JsonNumber.of(limit), JsonNumber.of(observed), nodeId, scope);
        }

        static CapBreached of(Members<CapBreached> members) {
            return new CapBreached(
                    members.at("kind", TEXT, CapBreached::kind),
                    members.at("limit", NUMBER, CapBreached::limit),
                    members.at("observed", NUMBER, CapBreached::observed),
                    members.at("nodeId", OPTIONAL_TEXT, CapBreached::nodeId),
                    members.at("scope", OPTIONAL_TEXT, CapBreached::scope));
        }
    }
}
