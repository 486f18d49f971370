package dev.waybill.doors.a2a;

import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.Once;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.feed.EventFeed;
import dev.waybill.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What messages do to runs.
record A2aRuns(A2aHost host) {

    /// In a run's metadata: the conversation that its caller counts it to.
    private static final String CONTEXT = "a2aContextId";

    private static final String MESSAGE_KEY = "a2a:";

    /// Starts a run, or answers what one asks.
    ///
    /// @param skill the workflow that the address names; null leaves it to the message
    RunId take(Caller caller, Incoming message, @Nullable String skill) {
        return message.taskId() == null ? start(caller, message, skill) : answer(caller, message);
    }

    private RunId start(Caller caller, Incoming message, @Nullable String skill) {
        caller.require(Scope.RUNS_CREATE);
        // The answer shows the run: who may not see it starts none.
        caller.require(Scope.RUNS_READ);
        JsonObject metadata =
                message.contextId() == null ? JsonObject.EMPTY : JsonObject.of(CONTEXT, message.contextId());
        StartRequest request = new StartRequest(
                wanted(message, skill),
                message.inputs(),
                JsonObject.EMPTY,
                metadata,
                EvidenceEnvelope.of(message.metadata()),
                null,
                MESSAGE_KEY + message.messageId());
        return host.runs()
                .create(caller, request.from(message.carried(), Origin.Remote.Cause.A2A_MESSAGE))
                .run();
    }

    private WorkflowDefinition wanted(Incoming message, @Nullable String skill) {
        Optional<String> named = Optional.ofNullable(skill).or(message::skill);
        List<WorkflowDefinition> skills = named.isPresent() ? List.of() : host.skills();
        if (named.isEmpty() && skills.size() == 1) {
            return skills.getFirst();
        }
        String id = named.orElseThrow(() -> new A2aRefusal(
                A2aRefusal.INVALID_PARAMS,
                "expected metadata.skillId to name the skill, or a message to /a2a/SKILL; the card lists the skills",
                JsonObject.of(
                        "skills",
                        JsonArray.ofStrings(
                                skills.stream().map(WorkflowDefinition::id).toList()))));
        return host.skill(id)
                .orElseThrow(() -> new A2aRefusal(
                        A2aRefusal.INVALID_PARAMS,
                        "this agent has no skill \"" + id + "\"",
                        JsonObject.of("error", RefusalCode.WORKFLOW_NOT_FOUND.wire())));
    }

    private RunId answer(Caller caller, Incoming message) {
        caller.require(Scope.APPROVALS_RESPOND);
        RunId run = run(String.valueOf(message.taskId()));
        Once once = new Once("a2a.answer/" + run, message.messageId(), message.said(), JsonObject.EMPTY);
        Replied replied = null;
        A2aRefusal silent = null;
        try {
            replied = Replied.of(state(caller, run), message);
        } catch (A2aRefusal refusal) {
            // A message that comes again is answered before, and what it answered is asked no more.
            silent = refusal;
        }
        String question = replied == null ? "" : replied.question().id();
        JsonValue answer = replied == null ? message.said() : replied.answer();
        try {
            host.runs()
                    .tell(
                            caller,
                            run,
                            at -> new Command.Answer(
                                    at,
                                    question,
                                    answer,
                                    caller.name().orElse(null),
                                    caller.name().isPresent()),
                            once);
        } catch (Refused refused) {
            throw silent == null ? refused : silent;
        }
        return run;
    }

    /// @throws A2aRefusal when no run could be called so
    static RunId run(String id) {
        try {
            return new RunId(id);
        } catch (IllegalArgumentException _) {
            throw new A2aRefusal(A2aRefusal.TASK_NOT_FOUND, "there is no task \"" + id + "\"");
        }
    }

    RunState state(Caller caller, RunId run) {
        caller.require(Scope.RUNS_READ);
        return host.runs().reader(caller).state(run);
    }

    /// The conversation that a run belongs to: its caller's word, or its chain of evidence.
    String context(Caller caller, RunState state) {
        RunId run = state.header().runId();
        return host.runs().reader(caller).events(run, 0, 1).stream()
                .map(event -> EventCodec.decode(run, event).fact())
                .findFirst()
                .filter(RunFact.RunStarted.class::isInstance)
                .flatMap(fact -> ((RunFact.RunStarted) fact).metadata().string(CONTEXT))
                .orElse(state.header().correlationId());
    }

    void cancel(Caller caller, RunId run) {
        caller.require(Scope.RUNS_CANCEL);
        caller.require(Scope.RUNS_READ);
        try {
            host.runs().tell(caller, run, at -> new Command.Cancel(at, "cancelled by A2A", caller.principal()));
        } catch (Refused refused) {
            if (refused.code() == RefusalCode.RUN_TERMINAL) {
                throw new A2aRefusal(A2aRefusal.TASK_NOT_CANCELABLE, "the task has ended; there is nothing to cancel");
            }
            throw refused;
        }
    }

    EventFeed feed(Caller caller, RunId run, long from) {
        return host.events()
                .open(caller, run, from)
                .orElseThrow(() -> new Refused(RefusalCode.RUN_NOT_FOUND, "no run is called " + run));
    }

    /// Waits until a run has ended or asks something, but not for ever.
    RunState rested(Caller caller, RunId run, Duration most) throws InterruptedException {
        RunState state = state(caller, run);
        long until = System.nanoTime() + most.toNanos();
        try (EventFeed feed = feed(caller, run, state.head())) {
            while (!Tasks.rests(state) && System.nanoTime() < until && !feed.isEnded()) {
                feed.next(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
                while (feed.isAtHand()) {
                    feed.next(Duration.ZERO);
                }
                state = state(caller, run);
            }
        }
        return state(caller, run);
    }
}
