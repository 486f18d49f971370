package dev.waybill.engine.decide;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.node.Exchange;
import dev.waybill.engine.state.Elsewhere;
import dev.waybill.engine.state.Talk;
import dev.waybill.journal.Event;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.document.RunWorkspace;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.memory.RunMemory;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an activity reported on its way, told before its end.
final class Reported {

    private Reported() {}

    /// A report follows from what the end follows from, not from the report before it; what a tool returned follows
    /// from its call, and what another host did from the event there.
    ///
    /// @return what the end follows from
    static @Nullable String before(Decision decision, Command.Finish finish) {
        @Nullable String cause = Causes.of(decision.state(), finish.nodeId());
        Map<String, String> calls = new HashMap<>();
        Iterator<Digest> remembered = finish.remembered().iterator();
        for (int i = 0; i < finish.facts().size(); i++) {
            ActivityFact fact = finish.facts().get(i);
            HostEvent foreign = finish.causes().get(i);
            String call = fact instanceof AgentFact.AgentToolReturned returned ? calls.get(returned.callId()) : null;
            JsonObject hidden = talked(decision, fact, finish.exchanges().get(i), told(fact, remembered, foreign));
            Event reported = foreign == null
                    ? decision.emit(fact, call == null ? cause : call, hidden)
                    : decision.emit(fact, foreign, hidden);
            if (fact instanceof AgentFact.AgentToolCalled called) {
                calls.put(called.callId(), reported.eventId());
            }
        }
        return cause;
    }

    /// What a model was asked and said goes into the private part: the log's readers see what it cost.
    private static JsonObject talked(
            Decision decision, ActivityFact fact, @Nullable Exchange exchange, JsonObject hidden) {
        return exchange == null
                ? hidden
                : hidden.with(
                        Talk.EXCHANGE,
                        Talk.kept(exchange, decision.state().loops().talks().get(fact.nodeId())));
    }

    /// Of what is remembered or written the log keeps the digest, so that memory and workspace can be checked against
    /// it; of what was done elsewhere, the run there, so that the receipt of the node's end names it.
    private static JsonObject told(ActivityFact fact, Iterator<Digest> remembered, @Nullable HostEvent foreign) {
        if (foreign != null && foreign.workflowId() != null) {
            return Elsewhere.in(JsonObject.EMPTY, foreign);
        }
        String member = switch (fact) {
            case AgentFact.MemoryWritten _ -> RunMemory.CONTENT;
            case InputFact.WorkspaceUpdated _ -> RunWorkspace.CONTENT;
            default -> null;
        };
        return member != null && remembered.hasNext()
                ? JsonObject.EMPTY.with(member, new JsonString(remembered.next().toString()))
                : JsonObject.EMPTY;
    }
}
