package dev.waybill.journal.event;

import dev.waybill.base.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which record reads which type of event.
public final class EventTypes {

    private static final Map<String, Function<Payload, RunEvent>> READERS = readers();

    private EventTypes() {}

    private static Map<String, Function<Payload, RunEvent>> readers() {
        Map<String, Function<Payload, RunEvent>> readers = new LinkedHashMap<>();
        readers.put(RunFact.RunStarted.TYPE, RunFact.RunStarted::read);
        readers.put(RunFact.RunCompleted.TYPE, RunFact.RunCompleted::read);
        readers.put(RunFact.RunFailed.TYPE, RunFact.RunFailed::read);
        readers.put(RunFact.RunFailing.TYPE, RunFact.RunFailing::read);
        readers.put(RunFact.RunCancelling.TYPE, RunFact.RunCancelling::read);
        readers.put(RunFact.RunCancelled.TYPE, RunFact.RunCancelled::read);
        readers.put(RunFact.RunPausing.TYPE, RunFact.RunPausing::read);
        readers.put(RunFact.RunPaused.TYPE, RunFact.RunPaused::read);
        readers.put(RunFact.RunResumed.TYPE, RunFact.RunResumed::read);
        readers.put(RunFact.ClockStepped.TYPE, RunFact.ClockStepped::read);
        readers.put(NodeFact.NodeStarted.TYPE, NodeFact.NodeStarted::read);
        readers.put(NodeFact.NodeProgressed.TYPE, NodeFact.NodeProgressed::read);
        readers.put(NodeFact.NodeCompleted.TYPE, NodeFact.NodeCompleted::read);
        readers.put(NodeFact.NodeFailed.TYPE, NodeFact.NodeFailed::read);
        readers.put(NodeFact.NodeRetried.TYPE, NodeFact.NodeRetried::read);
        readers.put(NodeFact.NodeSkipped.TYPE, NodeFact.NodeSkipped::read);
        readers.put(NodeFact.NodeCancelled.TYPE, NodeFact.NodeCancelled::read);
        readers.put(NodeFact.NodeSuspended.TYPE, NodeFact.NodeSuspended::read);
        readers.put(NodeFact.NodeResumed.TYPE, NodeFact.NodeResumed::read);
        readers.put(InterruptFact.InterruptRequested.TYPE, InterruptFact.InterruptRequested::read);
        readers.put(InterruptFact.InterruptResolved.TYPE, InterruptFact.InterruptResolved::read);
        readers.put(InterruptFact.ApprovalRequested.TYPE, InterruptFact.ApprovalRequested::read);
        readers.put(InterruptFact.ApprovalReceived.TYPE, InterruptFact.ApprovalReceived::read);
        readers.put(InterruptFact.ClarificationRequested.TYPE, InterruptFact.ClarificationRequested::read);
        readers.put(InterruptFact.ClarificationResolved.TYPE, InterruptFact.ClarificationResolved::read);
        readers.put(DataFact.VariableChanged.TYPE, DataFact.VariableChanged::read);
        readers.put(DataFact.ChannelWritten.TYPE, DataFact.ChannelWritten::read);
        readers.put(DataFact.LogAppended.TYPE, DataFact.LogAppended::read);
        readers.put(DataFact.CapBreached.TYPE, DataFact.CapBreached::read);
        readers.put(HandOverFact.NodeDispatched.TYPE, HandOverFact.NodeDispatched::read);
        readers.put(HandOverFact.HandOver.TYPE, HandOverFact.HandOver::read);
        readers.put(ReplayFact.ReplayDiverged.TYPE, ReplayFact.ReplayDiverged::read);
        return readers;
    }

    /// The types that this version knows.
    public static Set<String> known() {
        return Collections.unmodifiableSet(READERS.keySet());
    }

    /// @throws MalformedEvent when a known type holds something else
    public static RunEvent read(String type, @Nullable String nodeId, JsonValue payload) {
        Function<Payload, RunEvent> reader = READERS.get(type);
        return reader == null
                ? new UnknownFact(type, nodeId, payload)
                : reader.apply(Payload.of(type, nodeId, payload));
    }
}
