package dev.waybill.journal.event;

import static dev.waybill.journal.event.Kind.FLAG;
import static dev.waybill.journal.event.Kind.INTEGER;
import static dev.waybill.journal.event.Kind.NODE;
import static dev.waybill.journal.event.Kind.OPTIONAL_ERROR;
import static dev.waybill.journal.event.Kind.OPTIONAL_NUMBER;
import static dev.waybill.journal.event.Kind.OPTIONAL_OBJECT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXT;
import static dev.waybill.journal.event.Kind.OPTIONAL_TEXTS;
import static dev.waybill.journal.event.Kind.OPTIONAL_VALUE;
import static dev.waybill.journal.event.Kind.TEXT;
import static dev.waybill.journal.event.Kind.TEXTS_IF_ANY;
import static dev.waybill.journal.event.Kind.TOOL_STATUS;
import static dev.waybill.journal.event.Kind.TOOL_TRANSPORT;
import static dev.waybill.journal.event.Kind.VALUE;
import static dev.waybill.journal.event.Kind.VERBOSITY;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an agent did to come to its result: OpenWOP's `agent.*` family, what its model was paid for, and what it
/// wrote into memory.
public sealed interface AgentFact extends ActivityFact {

    /// @param reasoning the whole of it; pieces that were shown meanwhile are no events
    record AgentReasoned(String nodeId, String agentId, String reasoning, Verbosity verbosity) implements AgentFact {
        public static final String TYPE = "agent.reasoned";

        public AgentReasoned {
            checkAgent(agentId);
        }

        static AgentReasoned of(Members<AgentReasoned> members) {
            return new AgentReasoned(
                    members.at("nodeId", NODE, AgentReasoned::nodeId),
                    members.at("agentId", TEXT, AgentReasoned::agentId),
                    members.at("reasoning", TEXT, AgentReasoned::reasoning),
                    members.at("verbosity", VERBOSITY, AgentReasoned::verbosity));
        }
    }

    /// A piece of an agent's reasoning; [AgentReasoned] closes it with the whole.
    ///
    /// @param sequence from 0
    record ReasoningDelta(String nodeId, String agentId, String delta, long sequence) implements AgentFact {
        public static final String TYPE = "agent.reasoning.delta";

        public ReasoningDelta {
            checkAgent(agentId);
        }

        static ReasoningDelta of(Members<ReasoningDelta> members) {
            return new ReasoningDelta(
                    members.at("nodeId", NODE, ReasoningDelta::nodeId),
                    members.at("agentId", TEXT, ReasoningDelta::agentId),
                    members.at("delta", TEXT, ReasoningDelta::delta),
                    members.at("sequence", INTEGER, ReasoningDelta::sequence));
        }
    }

    /// An agent leaves the work to another one.
    record AgentHandoff(
            String nodeId,
            String fromAgentId,
            String toAgentId,
            @Nullable String reason) implements AgentFact {
        public static final String TYPE = "agent.handoff";

        public AgentHandoff {
            checkAgent(fromAgentId);
            checkAgent(toAgentId);
        }

        static AgentHandoff of(Members<AgentHandoff> members) {
            return new AgentHandoff(
                    members.at("nodeId", NODE, AgentHandoff::nodeId),
                    members.at("fromAgentId", TEXT, AgentHandoff::fromAgentId),
                    members.at("toAgentId", TEXT, AgentHandoff::toAgentId),
                    members.at("reason", OPTIONAL_TEXT, AgentHandoff::reason));
        }
    }

    /// @param confidence from 0 to 1; null where the agent has no opinion
    record AgentDecided(
            String nodeId,
            String agentId,
            JsonValue decision,
            @Nullable JsonNumber confidence) implements AgentFact {
        public static final String TYPE = "agent.decided";

        public AgentDecided {
            checkAgent(agentId);
        }

        static AgentDecided of(Members<AgentDecided> members) {
            return new AgentDecided(
                    members.at("nodeId", NODE, AgentDecided::nodeId),
                    members.at("agentId", TEXT, AgentDecided::agentId),
                    members.at("decision", VALUE, AgentDecided::decision),
                    members.at("confidence", OPTIONAL_NUMBER, AgentDecided::confidence));
        }
    }

    /// @param callId the same in the return of the call
    /// @param inputs what the tool was given, without secrets
    /// @param argsHash the digest of the canonical form of these inputs; null where nobody made one
    /// @param principal on whose behalf; null where nobody says
    record AgentToolCalled(
            String nodeId,
            String agentId,
            String toolName,
            String callId,
            @Nullable JsonValue inputs,
            @Nullable String argsHash,
            @Nullable String principal,
            ToolTransport transport)
            implements AgentFact {
        public static final String TYPE = "agent.toolCalled";

        public AgentToolCalled {
            checkAgent(agentId);
        }

        public AgentToolCalled(
                String nodeId,
                String agentId,
                String toolName,
                String callId,
                @Nullable JsonValue inputs,
                ToolTransport transport) {
            this(nodeId, agentId, toolName, callId, inputs, null, null, transport);
        }

        static AgentToolCalled of(Members<AgentToolCalled> members) {
            return new AgentToolCalled(
                    members.at("nodeId", NODE, AgentToolCalled::nodeId),
                    members.at("agentId", TEXT, AgentToolCalled::agentId),
                    members.at("toolName", TEXT, AgentToolCalled::toolName),
                    members.at("callId", TEXT, AgentToolCalled::callId),
                    members.at("inputs", OPTIONAL_VALUE, AgentToolCalled::inputs),
                    members.at("argsHash", OPTIONAL_TEXT, AgentToolCalled::argsHash),
                    members.at("principal", OPTIONAL_TEXT, AgentToolCalled::principal),
                    members.at("transport", TOOL_TRANSPORT, AgentToolCalled::transport));
        }
    }

    /// @param outcome what the tool gave
    /// @param error why it gave nothing
    record AgentToolReturned(
            String nodeId,
            String agentId,
            String toolName,
            String callId,
            @Nullable JsonValue outcome,
            @Nullable RunError error,
            ToolStatus status)
            implements AgentFact {
        public static final String TYPE = "agent.toolReturned";

        public AgentToolReturned {
            checkAgent(agentId);
        }

        static AgentToolReturned of(Members<AgentToolReturned> members) {
            return new AgentToolReturned(
                    members.at("nodeId", NODE, AgentToolReturned::nodeId),
                    members.at("agentId", TEXT, AgentToolReturned::agentId),
                    members.at("toolName", TEXT, AgentToolReturned::toolName),
                    members.at("callId", TEXT, AgentToolReturned::callId),
                    members.at("outcome", OPTIONAL_VALUE, AgentToolReturned::outcome),
                    members.at("error", OPTIONAL_ERROR, AgentToolReturned::error),
                    members.at("status", TOOL_STATUS, AgentToolReturned::status));
        }
    }

    /// What one request to a model has used.
    ///
    /// @param cacheHit whether the provider had part of it in its cache
    /// @param costEstimateUsd what it costs by the operator's prices; null where there are none
    record ProviderUsage(
            String nodeId,
            String provider,
            String model,
            long inputTokens,
            long outputTokens,
            boolean cacheHit,
            @Nullable JsonNumber costEstimateUsd)
            implements AgentFact {
        public static final String TYPE = "provider.usage";

        public ProviderUsage {
            if (inputTokens < 0 || outputTokens < 0) {
                throw new IllegalArgumentException(
                        "tokens are counted from 0, found %d and %d".formatted(inputTokens, outputTokens));
            }
        }

        public ProviderUsage(
                String nodeId, String provider, String model, long inputTokens, long outputTokens, boolean cacheHit) {
            this(nodeId, provider, model, inputTokens, outputTokens, cacheHit, null);
        }

        static ProviderUsage of(Members<ProviderUsage> members) {
            return new ProviderUsage(
                    members.at("nodeId", TEXT, ProviderUsage::nodeId),
                    members.at("provider", TEXT, ProviderUsage::provider),
                    members.at("model", TEXT, ProviderUsage::model),
                    members.at("inputTokens", INTEGER, ProviderUsage::inputTokens),
                    members.at("outputTokens", INTEGER, ProviderUsage::outputTokens),
                    members.at("cacheHit", FLAG, ProviderUsage::cacheHit),
                    members.at("costEstimateUsd", OPTIONAL_NUMBER, ProviderUsage::costEstimateUsd));
        }
    }

    /// That an entry was added to a memory; what it says stays in the memory.
    ///
    /// @param memoryRef which memory
    /// @param memoryId the entry; a replay tells the same one again
    record MemoryWritten(
            String nodeId,
            String memoryRef,
            String memoryId,
            @Nullable String agentId,
            List<String> tags) implements AgentFact {
        public static final String TYPE = "memory.written";

        public MemoryWritten {
            tags = List.copyOf(tags);
            if (agentId != null) {
                checkAgent(agentId);
            }
        }

        static MemoryWritten of(Members<MemoryWritten> members) {
            return new MemoryWritten(
                    members.at("nodeId", TEXT, MemoryWritten::nodeId),
                    members.at("memoryRef", TEXT, MemoryWritten::memoryRef),
                    members.at("memoryId", TEXT, MemoryWritten::memoryId),
                    members.at("agentId", OPTIONAL_TEXT, MemoryWritten::agentId),
                    members.at("tags", TEXTS_IF_ANY, MemoryWritten::tags));
        }
    }

    /// That entries of a memory were summed up into one. Neither the notes nor the summary are told.
    ///
    /// @param outputId the entry with the summary
    /// @param sourceIds what it sums up; null when they are too many to name
    /// @param trigger who wanted it: `client-requested` where a workflow did
    /// @param byteSize of the summary
    /// @param distillation the budget: `tokenBudget`, `tokensUsed`, `indexUpdated`
    record MemoryCompacted(
            String nodeId,
            String memoryRef,
            String outputId,
            @Nullable List<String> sourceIds,
            long sourceCount,
            String trigger,
            long byteSize,
            @Nullable JsonObject distillation)
            implements AgentFact {
        public static final String TYPE = "memory.compacted";

        public MemoryCompacted {
            sourceIds = sourceIds == null ? null : List.copyOf(sourceIds);
        }

        static MemoryCompacted of(Members<MemoryCompacted> members) {
            return new MemoryCompacted(
                    members.at("nodeId", TEXT, MemoryCompacted::nodeId),
                    members.at("memoryRef", TEXT, MemoryCompacted::memoryRef),
                    members.at("outputId", TEXT, MemoryCompacted::outputId),
                    members.at("sourceIds", OPTIONAL_TEXTS, MemoryCompacted::sourceIds),
                    members.at("sourceCount", INTEGER, MemoryCompacted::sourceCount),
                    members.at("trigger", TEXT, MemoryCompacted::trigger),
                    members.at("byteSize", INTEGER, MemoryCompacted::byteSize),
                    members.at("distillation", OPTIONAL_OBJECT, MemoryCompacted::distillation));
        }
    }

    private static void checkAgent(String agentId) {
        if (agentId.length() < 3 || agentId.length() > 256) {
            throw new IllegalArgumentException("an agent's id has 3 to 256 characters, found '" + agentId + "'");
        }
    }

    /// How much of an agent's reasoning is written down.
    enum Verbosity {
        SUMMARY,
        FULL,
        OFF
    }

    /// How a tool was reached.
    enum ToolTransport {
        MCP,
        HTTP,
        NATIVE
    }

    /// How a call of a tool ended; forbidden and rate-limited ones never reached it.
    enum ToolStatus {
        OK,
        ERROR,
        FORBIDDEN,
        RATE_LIMITED
    }
}
