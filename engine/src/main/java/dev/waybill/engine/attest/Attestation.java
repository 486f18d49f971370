package dev.waybill.engine.attest;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.state.ChildEnd;
import dev.waybill.engine.state.Names;
import dev.waybill.engine.state.NodeState;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.event.AgentFact;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.HandOverFact;
import dev.waybill.journal.event.InputFact;
import dev.waybill.journal.event.InterruptFact;
import dev.waybill.journal.event.InvocationFact;
import dev.waybill.journal.event.ModelFact;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.OrchestratorFact;
import dev.waybill.journal.event.ReplayFact;
import dev.waybill.journal.event.RunFact;
import dev.waybill.journal.event.Times;
import dev.waybill.journal.event.UnknownFact;
import dev.waybill.journal.event.VerdictFact;
import dev.waybill.receipt.workflow.StepId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `attest`: the receipts that an event needs.
///
/// Every attempt of every node is signed for, failed, cancelled and skipped ones too, both ends of a hand-over, a clock
/// that was set back, and the end of the run. Data, questions, pauses and what agents report on
/// their way are not: they show in what the nodes give.
public final class Attestation {

    private static final String CLOCK = "clock";

    private final Identities identities;

    public Attestation(Identities identities) {
        this.identities = identities;
    }

    /// The receipt that opens a run; empty where nothing is signed for it, or nothing yet.
    ///
    /// @param inputs what the run begins with
    /// @param context where the run comes from; null when somebody started it
    public Optional<StepClaim> creation(RunHeader header, JsonObject inputs, @Nullable CreationContext context) {
        return opens(header) ? Optional.of(CreationClaim.of(header, inputs, context, identities)) : Optional.empty();
    }

    /// Whether the creation of a run is signed for. A replay signs at its end only.
    public static boolean opens(RunHeader header) {
        return header.receipts().issue() && !header.isReplay();
    }

    /// What to sign for an event, in this order.
    ///
    /// @param related where children and the source of a replay are looked up
    public List<Claim> of(RunState before, Event event, RunState after, RelatedRuns related) {
        RunHeader header = after.header();
        if (!header.receipts().issue()) {
            return List.of();
        }
        if (header.isReplay()) {
            return after.isTerminal()
                    ? List.of(new EndClaims(before, event, after, identities).verdict(related))
                    : List.of();
        }
        return told(before, event, after, related);
    }

    /// What an event tells, signed or not: a trace shows the same steps as the receipts.
    public List<Claim> told(RunState before, Event event, RunState after, RelatedRuns related) {
        EndClaims end = new EndClaims(before, event, after, identities);
        return switch (event.fact()) {
            case RunFact fact -> run(fact, event, after, end);
            case NodeFact fact
            when after.isGuided() -> new GuidedClaims(before, event, after, identities, related).of(fact);
            case NodeFact fact -> new NodeClaims(before, event, after, identities, related).of(fact);
            case HandOverFact fact -> new HandOverClaims(before, event, identities, related).of(fact);
            case VerdictFact fact -> new SaidClaims(before, event, identities, related).of(fact);
            case DataFact.LogAppended _ -> new HandOverClaims(before, event, identities, related).ofCritic();
            // A decision is signed for by the end of the supervisor's turn, whose output it is.
            case OrchestratorFact _,
                    AgentFact _,
                    InputFact _,
                    InvocationFact _,
                    ModelFact _,
                    InterruptFact _,
                    DataFact _,
                    ReplayFact _,
                    UnknownFact _ -> List.of();
        };
    }

    /// The steps behind which the execution stands that an event is about.
    public static List<StepId> behind(RunState before, Event event) {
        NodeState node = before.node(Objects.requireNonNull(event.nodeId()));
        return NodeClaims.tree(before, event, node.parents()).parents();
    }

    private List<Claim> run(RunFact fact, Event event, RunState after, EndClaims end) {
        return switch (fact) {
            case RunFact.RunCompleted _ -> List.of(end.completed());
            case RunFact.RunFailed failed -> List.of(end.failed(failed));
            case RunFact.RunCancelled _ -> List.of(end.cancelled());
            case RunFact.ClockStepped stepped -> List.of(clockStep(stepped, event, after));
            case RunFact.RunStarted _,
                    RunFact.RunFailing _,
                    RunFact.RunCancelling _,
                    RunFact.RunPausing _,
                    RunFact.RunPaused _,
                    RunFact.RunResumed _ -> List.of();
        };
    }

    /// Receipts after it are dated before earlier ones; this one is the reason.
    private Claim clockStep(RunFact.ClockStepped stepped, Event event, RunState after) {
        return new ClaimWriter(after.header(), identities, event.sequence(), event.timestamp(), StepKind.CLOCK_STEP)
                .put("event_sequence", event.sequence())
                .put("event_type", event.type())
                .put("clock_from", Times.format(stepped.from()))
                .put("clock_to", Times.format(stepped.to()))
                .envelope(event.envelope())
                .claim(
                        0,
                        new StepId(Names.step(after.header(), event.sequence(), event.timestamp())),
                        List.of(new StepId(after.rootStep())),
                        CLOCK);
    }

    /// Whether a node's progress is signed for, so that it is recorded when it happens and not with the outcome.
    public static boolean signsProgress(RunState state, String nodeId) {
        return state.header().receipts().issue() && NodeClaims.asksForProgress(state, nodeId);
    }

    /// Whether an event must have a receipt. What says yes here and has none is damage.
    ///
    /// @param after the state with the event folded in
    public static boolean requires(RunState after, Event event) {
        RunHeader header = after.header();
        if (!header.receipts().issue() || header.isReplay()) {
            return header.receipts().issue() && after.isTerminal();
        }
        return switch (event.fact()) {
            case RunFact fact -> requires(fact);
            case NodeFact fact -> requires(after, fact);
            case HandOverFact fact -> requires(fact);
            case VerdictFact _ -> true;
            case DataFact.LogAppended _ -> ChildEnd.of(event).isPresent();
            case OrchestratorFact _,
                    AgentFact _,
                    InputFact _,
                    InvocationFact _,
                    ModelFact _,
                    InterruptFact _,
                    DataFact _,
                    ReplayFact _,
                    UnknownFact _ -> false;
        };
    }

    private static boolean requires(RunFact fact) {
        return switch (fact) {
            case RunFact.RunCompleted _, RunFact.RunFailed _, RunFact.RunCancelled _, RunFact.ClockStepped _ -> true;
            case RunFact.RunStarted _,
                    RunFact.RunFailing _,
                    RunFact.RunCancelling _,
                    RunFact.RunPausing _,
                    RunFact.RunPaused _,
                    RunFact.RunResumed _ -> false;
        };
    }

    private static boolean requires(RunState after, NodeFact fact) {
        return switch (fact) {
            case NodeFact.NodeCompleted _,
                    NodeFact.NodeFailed _,
                    NodeFact.NodeCancelled _,
                    NodeFact.NodeSkipped _,
                    NodeFact.NodeRetried _ -> true;
            case NodeFact.NodeStarted _ -> NodeClaims.needsJoins(after.node(fact.nodeId()));
            case NodeFact.NodeProgressed _ -> NodeClaims.asksForProgress(after, fact.nodeId());
            case NodeFact.NodeResumed _ -> SaidClaims.signsResumption(after, fact.nodeId());
            case NodeFact.NodeSuspended _ -> false;
        };
    }

    private static boolean requires(HandOverFact fact) {
        return switch (fact) {
            case HandOverFact.NodeDispatched _ -> true;
            case HandOverFact.ConfidenceEscalated _ -> true;
            case HandOverFact.HandOver phase ->
                switch (phase.phase()) {
                    case CHILD_COMPLETED, CHILD_FAILED, CHILD_CANCELLED -> true;
                    case DISPATCH_BEGAN, DISPATCH_SUCCEEDED, DISPATCH_FAILED, OUTPUT_HARVESTED -> false;
                };
        };
    }
}
