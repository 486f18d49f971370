package dev.waybill.journal.event;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The types of events, by their name on the wire and by their record.
public final class EventTypes {

    private static final Map<String, EventType<?>> BY_NAME = new LinkedHashMap<>();
    private static final Map<Class<?>, EventType<?>> BY_RECORD = new HashMap<>();

    static {
        add(RunFact.RunStarted.TYPE, RunFact.RunStarted.class, RunFact.RunStarted::of);
        add(RunFact.RunCompleted.TYPE, RunFact.RunCompleted.class, RunFact.RunCompleted::of);
        add(RunFact.RunFailed.TYPE, RunFact.RunFailed.class, RunFact.RunFailed::of);
        add(RunFact.RunFailing.TYPE, RunFact.RunFailing.class, RunFact.RunFailing::of);
        add(RunFact.RunCancelling.TYPE, RunFact.RunCancelling.class, RunFact.RunCancelling::of);
        add(RunFact.RunCancelled.TYPE, RunFact.RunCancelled.class, RunFact.RunCancelled::of);
        add(RunFact.RunPausing.TYPE, RunFact.RunPausing.class, RunFact.RunPausing::of);
        add(RunFact.RunPaused.TYPE, RunFact.RunPaused.class, RunFact.RunPaused::of);
        add(RunFact.RunResumed.TYPE, RunFact.RunResumed.class, RunFact.RunResumed::of);
        add(RunFact.ClockStepped.TYPE, RunFact.ClockStepped.class, RunFact.ClockStepped::of);
        add(NodeFact.NodeStarted.TYPE, NodeFact.NodeStarted.class, NodeFact.NodeStarted::of);
        add(NodeFact.NodeProgressed.TYPE, NodeFact.NodeProgressed.class, NodeFact.NodeProgressed::of);
        add(NodeFact.NodeCompleted.TYPE, NodeFact.NodeCompleted.class, NodeFact.NodeCompleted::of);
        add(NodeFact.NodeFailed.TYPE, NodeFact.NodeFailed.class, NodeFact.NodeFailed::of);
        add(NodeFact.NodeRetried.TYPE, NodeFact.NodeRetried.class, NodeFact.NodeRetried::of);
        add(NodeFact.NodeSkipped.TYPE, NodeFact.NodeSkipped.class, NodeFact.NodeSkipped::of);
        add(NodeFact.NodeCancelled.TYPE, NodeFact.NodeCancelled.class, NodeFact.NodeCancelled::of);
        add(NodeFact.NodeSuspended.TYPE, NodeFact.NodeSuspended.class, NodeFact.NodeSuspended::of);
        add(NodeFact.NodeResumed.TYPE, NodeFact.NodeResumed.class, NodeFact.NodeResumed::of);
        add(
                InterruptFact.InterruptRequested.TYPE,
                InterruptFact.InterruptRequested.class,
                InterruptFact.InterruptRequested::of);
        add(
                InterruptFact.InterruptResolved.TYPE,
                InterruptFact.InterruptResolved.class,
                InterruptFact.InterruptResolved::of);
        add(
                InterruptFact.ApprovalRequested.TYPE,
                InterruptFact.ApprovalRequested.class,
                InterruptFact.ApprovalRequested::of);
        add(
                InterruptFact.ApprovalReceived.TYPE,
                InterruptFact.ApprovalReceived.class,
                InterruptFact.ApprovalReceived::of);
        add(
                InterruptFact.ClarificationRequested.TYPE,
                InterruptFact.ClarificationRequested.class,
                InterruptFact.ClarificationRequested::of);
        add(
                InterruptFact.ClarificationResolved.TYPE,
                InterruptFact.ClarificationResolved.class,
                InterruptFact.ClarificationResolved::of);
        add(AgentFact.AgentReasoned.TYPE, AgentFact.AgentReasoned.class, AgentFact.AgentReasoned::of);
        add(ModelFact.OutputChunk.TYPE, ModelFact.OutputChunk.class, ModelFact.OutputChunk::of);
        add(AgentFact.ReasoningDelta.TYPE, AgentFact.ReasoningDelta.class, AgentFact.ReasoningDelta::of);
        add(AgentFact.AgentHandoff.TYPE, AgentFact.AgentHandoff.class, AgentFact.AgentHandoff::of);
        add(AgentFact.AgentDecided.TYPE, AgentFact.AgentDecided.class, AgentFact.AgentDecided::of);
        add(AgentFact.AgentToolCalled.TYPE, AgentFact.AgentToolCalled.class, AgentFact.AgentToolCalled::of);
        add(AgentFact.AgentToolReturned.TYPE, AgentFact.AgentToolReturned.class, AgentFact.AgentToolReturned::of);
        add(AgentFact.ProviderUsage.TYPE, AgentFact.ProviderUsage.class, AgentFact.ProviderUsage::of);
        add(AgentFact.MemoryCompacted.TYPE, AgentFact.MemoryCompacted.class, AgentFact.MemoryCompacted::of);
        add(AgentFact.MemoryWritten.TYPE, AgentFact.MemoryWritten.class, AgentFact.MemoryWritten::of);
        add(
                ModelFact.EnvelopeRetryAttempted.TYPE,
                ModelFact.EnvelopeRetryAttempted.class,
                ModelFact.EnvelopeRetryAttempted::of);
        add(
                ModelFact.EnvelopeRetryExhausted.TYPE,
                ModelFact.EnvelopeRetryExhausted.class,
                ModelFact.EnvelopeRetryExhausted::of);
        add(ModelFact.EnvelopeRefusal.TYPE, ModelFact.EnvelopeRefusal.class, ModelFact.EnvelopeRefusal::of);
        add(ModelFact.EnvelopeTruncated.TYPE, ModelFact.EnvelopeTruncated.class, ModelFact.EnvelopeTruncated::of);
        add(ModelFact.NlToFormatEngaged.TYPE, ModelFact.NlToFormatEngaged.class, ModelFact.NlToFormatEngaged::of);
        add(ModelFact.EnvelopeRecovered.TYPE, ModelFact.EnvelopeRecovered.class, ModelFact.EnvelopeRecovered::of);
        add(ModelFact.PromptComposed.TYPE, ModelFact.PromptComposed.class, ModelFact.PromptComposed::of);
        add(InvocationFact.Started.TYPE, InvocationFact.Started.class, InvocationFact.Started::of);
        add(InvocationFact.PromptResolved.TYPE, InvocationFact.PromptResolved.class, InvocationFact.PromptResolved::of);
        add(InvocationFact.Completed.TYPE, InvocationFact.Completed.class, InvocationFact.Completed::of);
        add(InputFact.WorkspaceUpdated.TYPE, InputFact.WorkspaceUpdated.class, InputFact.WorkspaceUpdated::of);
        add(InputFact.ContextSummarized.TYPE, InputFact.ContextSummarized.class, InputFact.ContextSummarized::of);
        add(DataFact.VariableChanged.TYPE, DataFact.VariableChanged.class, DataFact.VariableChanged::of);
        add(DataFact.ChannelWritten.TYPE, DataFact.ChannelWritten.class, DataFact.ChannelWritten::of);
        add(DataFact.ArtifactCreated.TYPE, DataFact.ArtifactCreated.class, DataFact.ArtifactCreated::of);
        add(DataFact.LogAppended.TYPE, DataFact.LogAppended.class, DataFact.LogAppended::of);
        add(DataFact.CapBreached.TYPE, DataFact.CapBreached.class, DataFact.CapBreached::of);
        add(OrchestratorFact.Decided.TYPE, OrchestratorFact.Decided.class, OrchestratorFact.Decided::of);
        add(
                HandOverFact.ConfidenceEscalated.TYPE,
                HandOverFact.ConfidenceEscalated.class,
                HandOverFact.ConfidenceEscalated::of);
        add(HandOverFact.NodeDispatched.TYPE, HandOverFact.NodeDispatched.class, HandOverFact.NodeDispatched::of);
        add(HandOverFact.HandOver.TYPE, HandOverFact.HandOver.class, HandOverFact.HandOver::of);
        add(VerdictFact.AgentVerified.TYPE, VerdictFact.AgentVerified.class, VerdictFact.AgentVerified::of);
        add(ReplayFact.DivergedAtRefusal.TYPE, ReplayFact.DivergedAtRefusal.class, ReplayFact.DivergedAtRefusal::of);
        add(ReplayFact.ReplayDiverged.TYPE, ReplayFact.ReplayDiverged.class, ReplayFact.ReplayDiverged::of);
    }

    /// Which payloads say on what host their cause is, when it is another one: OpenWOP's list.
    private static final Set<String> TELL_HOST = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(
            // Open in the schema, and where work from another host begins.
            RunFact.RunStarted.TYPE,
            HandOverFact.HandOver.TYPE,
            HandOverFact.ConfidenceEscalated.TYPE,
            AgentFact.AgentReasoned.TYPE,
            AgentFact.AgentToolCalled.TYPE,
            AgentFact.AgentToolReturned.TYPE,
            AgentFact.AgentHandoff.TYPE,
            AgentFact.AgentDecided.TYPE,
            OrchestratorFact.Decided.TYPE,
            "prompt.composed",
            "agent.promptResolved")));

    /// Whether the payload of this type tells the host of its cause, when that is another host.
    public static boolean tellsHost(String type) {
        return TELL_HOST.contains(type);
    }

    private static <E extends RunEvent> void add(String name, Class<E> record, Function<Members<E>, E> members) {
        EventType<E> type = new EventType<>(name, record, members);
        BY_NAME.put(name, type);
        BY_RECORD.put(record, type);
    }

    private EventTypes() {}

    /// The types that this version knows.
    public static Set<String> known() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /// @throws MalformedEvent when a known type holds something else
    public static RunEvent read(String type, @Nullable String nodeId, JsonValue payload) {
        EventType<?> known = BY_NAME.get(type);
        return known == null ? new UnknownFact(type, nodeId, payload) : known.read(nodeId, payload);
    }

    static EventType<?> of(RunEvent event) {
        EventType<?> type = BY_RECORD.get(event.getClass());
        if (type == null) {
            throw new IllegalStateException(event.getClass() + " is not listed in EventTypes");
        }
        return type;
    }

    /// @param members lists what the record holds
    record EventType<E extends RunEvent>(String name, Class<E> record, Function<Members<E>, E> members) {

        JsonObject payload(RunEvent event) {
            return Members.write(record.cast(event), members);
        }

        E read(@Nullable String nodeId, JsonValue payload) {
            try {
                return members.apply(new Members.Read<>(Payload.of(name, nodeId, payload)));
            } catch (IllegalArgumentException e) {
                // The record itself refuses what the payload holds.
                throw new MalformedEvent(name, "", "what such an event can say", String.valueOf(e.getMessage()));
            }
        }
    }
}
