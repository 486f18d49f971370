package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.carry.Carried;
import dev.waybill.journal.HostEvent;
import dev.waybill.journal.event.ActivityFact;
import dev.waybill.journal.event.AgentFact;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One execution of an activity: what it is given, and how it speaks with its host meanwhile. Any thread may use it.
public interface ActivityCall {

    /// Node, inputs, configuration, answers: everything the work may depend on.
    NodeCall node();

    /// Whose run it is: keys and budgets may be a tenant's own.
    String tenant();

    /// What the agents of this run have used before this execution, or those of one agent's nodes alone.
    ///
    /// @param agentId null for all
    Spent spent(@Nullable String agentId);

    /// The same for every repetition of this execution: an idempotency key for other systems.
    String invocationId();

    /// When the node's time is up, where it has a timeout. The host stops the activity then; who asks another system
    /// hands it on, so that nobody works in vain.
    Optional<Instant> deadline();

    /// Closes something as soon as nobody waits for the activity any more: its run was cancelled, its time is up,
    /// or the process ends. It is for what an interrupt does not reach, such as a connection that a thread of its
    /// own reads from: `try (var socket = connect(); var _ = call.onCancel(socket))`.
    ///
    /// @param resource is closed on another thread, and at once when it is too late already
    /// @return takes the request back
    Hook onCancel(AutoCloseable resource);

    /// Whether the run itself does not want the work any more: it was cancelled, or the node's time is up. False where
    /// only this process ends, since another one goes on with the work.
    boolean isUnwanted();

    /// A request that can be taken back.
    interface Hook extends AutoCloseable {
        @Override
        void close();
    }

    /// Reports a fact that is worth keeping besides the result: what an agent thought, which tool it called, what a
    /// model was paid for. Facts enter the log in the order of their reports, in one transaction with the outcome,
    /// whether the work succeeds or fails. If nobody wants the outcome any more, they are lost with it.
    ///
    /// @throws IllegalArgumentException when it is about another node
    void report(ActivityFact fact);

    /// Reports what a request to a model has used, together with the request and its answer: the log keeps both in its
    /// private part, for those who want to know whether the same question would get the same answer today.
    default void report(AgentFact.ProviderUsage usage, Exchange exchange) {
        report(usage);
    }

    /// Records at once what the work has come to, so that it is not done a second time: after a crash, and when the
    /// engine tries again, [#kept()] gives it back. It is nobody's but the activity's; the log shows the message
    /// alone. When the call returns, it is durable. Facts and results are told with the outcome all the same.
    ///
    /// @param message for who watches; says nothing that is not for everybody
    default void keep(String message, JsonObject notes) {
        throw new UnsupportedOperationException("nothing can be kept here");
    }

    /// What this execution has kept so far, in order, in whichever attempt and process.
    default List<JsonObject> kept() {
        return List.of();
    }

    /// What this run's log tells of a type of event so far, in order: the payloads.
    default List<JsonValue> told(String type) {
        return List.of();
    }

    /// The prompts that the workflow names for whoever names none, by kind: `defaults.promptRefs` of its definition.
    default JsonObject promptDefaults() {
        return JsonObject.EMPTY;
    }

    /// The same without the secrets of the run: what its definition calls sensitive is replaced by `[REDACTED:name]`.
    default JsonValue withoutSecrets(JsonValue value) {
        return value;
    }

    /// The same, for what an event on another host led to: a tool has returned because its run there ended.
    ///
    /// @param fact of a type that tells the host of its cause, see [EventTypes#tellsHost]; others leave it out
    void report(ActivityFact fact, HostEvent cause);

    /// What goes along with work for another host: where it comes from, and the trace. Who calls another system sends
    /// it in the place that the protocol has for it.
    Carried carried();

    /// What agents remember beyond this run.
    ///
    /// @throws IllegalStateException when the activity does not say that it uses memory, see [NodeType#usesMemory]
    Memory memory();

    /// The files that the tenant's people, programs and runs share.
    ///
    /// @throws IllegalStateException when the activity does not say that it uses them, see [NodeType#usesWorkspace]
    default Workspace workspace() {
        throw new IllegalStateException("there is no workspace here");
    }

    /// Shows something to whoever watches the run right now, such as a piece of a text that is still being written.
    /// It is never stored, and may be lost: what must be known later belongs into the result.
    ///
    /// @param kind what it is, for who watches: `text`, `reasoning`, …
    void show(String kind, JsonValue content);

    /// Tells how far the work is: whoever watches sees it at once, and the log has it with the outcome. Where the
    /// definition asks for receipts of progress, it is recorded and signed for at once.
    void progress(String message, @Nullable JsonValue progress);
}
