package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
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

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("name", name)
                    .putIfPresent("previous", previous)
                    .putIfPresent("next", next)
                    .putIfPresent("nodeId", nodeId)
                    .build();
        }

        static VariableChanged read(Payload payload) {
            return new VariableChanged(
                    payload.text("name"),
                    payload.optionalValue("previous"),
                    payload.optionalValue("next"),
                    payload.optionalText("nodeId"));
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

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("channel", channel)
                    .put("reducer", reducer)
                    .put("value", value)
                    .put("schemaVersion", schemaVersion)
                    .put("writtenAt", Times.format(writtenAt))
                    .putIfPresent("nodeId", nodeId)
                    .build();
        }

        static ChannelWritten read(Payload payload) {
            return new ChannelWritten(
                    payload.text("channel"),
                    payload.text("reducer"),
                    payload.value("value"),
                    payload.integer("schemaVersion"),
                    payload.word("writtenAt", Times::parse),
                    payload.optionalText("nodeId"));
        }
    }

    record LogAppended(
            String level, String message, @Nullable String nodeId) implements DataFact {
        public static final String TYPE = "log.appended";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("level", level)
                    .put("message", message)
                    .putIfPresent("nodeId", nodeId)
                    .build();
        }

        static LogAppended read(Payload payload) {
            return new LogAppended(payload.text("level"), payload.text("message"), payload.optionalText("nodeId"));
        }
    }

    /// A bound was passed: what was observed is above the limit.
    record CapBreached(
            String kind,
            long limit,
            long observed,
            @Nullable String nodeId) implements DataFact {
        public static final String TYPE = "cap.breached";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public JsonObject payload() {
            return JsonObject.builder()
                    .put("kind", kind)
                    .put("limit", limit)
                    .put("observed", observed)
                    .putIfPresent("nodeId", nodeId)
                    .build();
        }

        static CapBreached read(Payload payload) {
            return new CapBreached(
                    payload.text("kind"),
                    payload.integer("limit"),
                    payload.integer("observed"),
                    payload.optionalText("nodeId"));
        }
    }
}
