package dev.waybill.journal;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.Objects;

/// How a run came to be.
public sealed interface Origin {

    /// The members by which a record outside of the run's log says it.
    String PARENT_RUN = "parentRunId";

    String FORKED_FROM = "forkedFrom";

    String REMOTE_PARENT = "remoteParent";

    /// What listings and exported events say about it; nothing when somebody just started the run.
    JsonObject toWire();

    /// Somebody asked for it.
    record Start() implements Origin {
        @Override
        public JsonObject toWire() {
            return JsonObject.EMPTY;
        }
    }

    /// A node of another run handed work over.
    ///
    /// @param parentWorkflowId the `workflow_id` of the parent's receipts
    /// @param nodeId the node that handed over
    /// @param ordinal which execution of that node, from 1
    record Child(RunId parent, String parentWorkflowId, String nodeId, int ordinal) implements Origin {
        public Child {
            if (ordinal < 1) {
                throw new IllegalArgumentException("a node's executions count from 1, found " + ordinal);
            }
        }

        @Override
        public JsonObject toWire() {
            return JsonObject.builder().put(PARENT_RUN, parent.value()).build();
        }
    }

    /// A run on another host handed work over.
    ///
    /// @param cause how the work came here
    record Remote(RemoteRun parent, Cause cause) implements Origin {

        /// How work comes from another host, in OpenWOP's words.
        public enum Cause {
            A2A_MESSAGE("a2a-message"),
            MCP_TOOL_CALL("mcp-tool-call"),
            /// A host that starts its worker over REST.
            DISPATCH("core.dispatch");

            private final String wire;

            Cause(String wire) {
                this.wire = wire;
            }

            public String wire() {
                return wire;
            }

            static Cause ofWire(String text) {
                for (Cause cause : values()) {
                    if (cause.wire.equals(text)) {
                        return cause;
                    }
                }
                throw new IllegalArgumentException("work does not come by \"" + text + "\"");
            }
        }

        @Override
        public JsonObject toWire() {
            return JsonObject.of(REMOTE_PARENT, parent.toJson());
        }
    }

    /// It continues another run's history from a place in it.
    ///
    /// @param sequence the first event that is the fork's own; all before are the source's
    /// @param overlay the fork's own `variables`, `inputs`, `configurable`, `tags`, `metadata`; empty in a replay
    record Fork(RunId source, String sourceWorkflowId, long sequence, ForkMode mode, JsonObject overlay)
            implements Origin {
        public static final String TAGS = "tags";
        public static final String METADATA = "metadata";

        public Fork {
            Objects.requireNonNull(mode);
            if (sequence < 0) {
                throw new IllegalArgumentException("a fork begins at sequence 0 or later, found " + sequence);
            }
            if (mode.repeats() && !overlay.isEmpty()) {
                throw new IllegalArgumentException("a replay changes nothing; fork with mode branch instead");
            }
        }

        /// What is said about the fork: what was said about its source, `tags` among it, and the overlay's over that.
        public JsonObject said(JsonObject before) {
            JsonObject said = before;
            for (var member :
                    overlay.object(METADATA).orElse(JsonObject.EMPTY).members().entrySet()) {
                said = said.with(member.getKey(), member.getValue());
            }
            JsonValue tags = overlay.get(TAGS);
            return tags == null ? said : said.with(TAGS, tags);
        }

        @Override
        public JsonObject toWire() {
            JsonObject from = JsonObject.builder()
                    .put("runId", source.value())
                    .put("sequence", sequence)
                    .put("mode", mode.wire())
                    .build();
            return JsonObject.builder().put(FORKED_FROM, from).build();
        }
    }
}
