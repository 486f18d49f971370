package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.COUNT;
import static dev.waybill.journal.event.Kind.FLAG;
import static dev.waybill.journal.event.Kind.INVOCATION_OUTCOME;
import static dev.waybill.journal.event.Kind.INVOCATION_SOURCE;
import static dev.waybill.journal.event.Kind.OPTIONAL_FLAG;
import static dev.waybill.journal.event.Kind.OPTIONAL_NUMBER;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.VALUE;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// That an agent of a pack was called: the bracket around what it did, and where its prompt came from. None of it says
/// what was asked or answered.
public sealed interface InvocationFact extends ActivityFact {

    /// The first that is told of an agent's work.
    ///
    /// @param invocationId the same in the end; unique within the run
    /// @param toolSurfaceCount how many tools it may call
    /// @param memoryBound whether it remembers anything beyond the call
    record Started(
            String nodeId,
            String invocationId,
            String agentId,
            Source source,
            @Nullable String modelClass,
            @Nullable String resolvedModel,
            @Nullable String resolvedProvider,
            @Nullable String resolvedAgentVersion,
            int toolSurfaceCount,
            boolean memoryBound)
            implements InvocationFact {
        public static final String TYPE = "agent.invocation.started";

        static Started of(Members<Started> members) {
            return new Started(
                    members.at("nodeId", Kind.NODE, Started::nodeId),
                    members.at("invocationId", TEXT, Started::invocationId),
                    members.at("agentId", TEXT, Started::agentId),
                    members.at("source", INVOCATION_SOURCE, Started::source),
                    members.at("modelClass", OPTIONAL_TEXT, Started::modelClass),
                    members.at("resolvedModel", OPTIONAL_TEXT, Started::resolvedModel),
                    members.at("resolvedProvider", OPTIONAL_TEXT, Started::resolvedProvider),
                    members.at("resolvedAgentVersion", OPTIONAL_TEXT, Started::resolvedAgentVersion),
                    members.at("toolSurfaceCount", COUNT, Started::toolSurfaceCount),
                    members.at("memoryBound", FLAG, Started::memoryBound));
        }
    }

    /// Where a prompt was looked for, and where it was found.
    ///
    /// @param kind `system`, `user`, `few-shot` or `schema-hint`
    /// @param chain one entry for each layer that was tried, in order; at most one was applied
    /// @param resolved the name of the prompt, never its text; null in JSON when there is none
    record PromptResolved(
            String nodeId, String kind, @Nullable String agentId, JsonValue chain, JsonValue resolved)
            implements InvocationFact {
        public static final String TYPE = "agent.promptResolved";

        static PromptResolved of(Members<PromptResolved> members) {
            return new PromptResolved(
                    members.at("nodeId", TEXT, PromptResolved::nodeId),
                    members.at("kind", TEXT, PromptResolved::kind),
                    members.at("agentId", OPTIONAL_TEXT, PromptResolved::agentId),
                    members.at("chain", VALUE, PromptResolved::chain),
                    members.at("resolved", VALUE, PromptResolved::resolved));
        }
    }

    /// The last that is told of an agent's work.
    ///
    /// @param schemaValidated whether the result fits the agent's schema; null when there is none to judge
    /// @param confidence how sure the agent was; null when it did not say
    record Completed(
            String nodeId,
            String invocationId,
            String agentId,
            Outcome outcome,
            @Nullable Boolean schemaValidated,
            @Nullable JsonNumber confidence)
            implements InvocationFact {
        public static final String TYPE = "agent.invocation.completed";

        static Completed of(Members<Completed> members) {
            return new Completed(
                    members.at("nodeId", Kind.NODE, Completed::nodeId),
                    members.at("invocationId", TEXT, Completed::invocationId),
                    members.at("agentId", TEXT, Completed::agentId),
                    members.at("outcome", INVOCATION_OUTCOME, Completed::outcome),
                    members.at("schemaValidated", OPTIONAL_FLAG, Completed::schemaValidated),
                    members.at("confidence", OPTIONAL_NUMBER, Completed::confidence));
        }
    }

    /// Who called it.
    enum Source {
        WORKFLOW_NODE,
        RUN_API,
        CHAT_MENTION;

        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// @throws IllegalArgumentException when there is no such word
        public static Source ofWire(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /// What came of it.
    enum Outcome {
        COMPLETED,
        HANDED_OFF,
        ESCALATED,
        REFUSED,
        FAILED;

        public String wire() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Outcome ofWire(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }
}
