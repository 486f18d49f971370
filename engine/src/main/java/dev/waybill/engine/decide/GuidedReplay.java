package dev.waybill.engine.decide;

import dev.waybill.engine.state.Phase;
import dev.waybill.journal.Event;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.journal.event.RunFact;
import org.jspecify.annotations.Nullable;

/// Repeats a guided run: what its agent said is read back from the log, and the steps that follow are decided again. An
/// agent cannot be asked what else it would have said, so a replay that comes to another step ends there.
final class GuidedReplay {

    private final Decision decision;
    private final ReplayScript script;
    private final Progress progress;

    GuidedReplay(Decision decision, ReplayScript script, Progress progress) {
        this.decision = decision;
        this.script = script;
        this.progress = progress;
    }

    void goOn(int most) {
        Event next = next();
        while (next != null && decision.size() < most) {
            repeat(next);
            next = next();
        }
    }

    private @Nullable Event next() {
        return decision.state().diverged() || decision.state().isTerminal()
                ? null
                : script.at(decision.state().head());
    }

    private void repeat(Event next) {
        Command said = GuidedCommands.of(next).orElse(null);
        if (said != null) {
            obey(said, next);
        } else if (decision.state().phase() != Phase.ENDING || !progress.step()) {
            offerFirst(next);
        }
    }

    /// The first step follows from the start; everything else that nobody said came from outside.
    private void offerFirst(Event next) {
        boolean first = decision.state().head() == 1 && next.fact() instanceof NodeFact.NodeStarted;
        Event start = script.at(0);
        if (first && start != null && start.whole() instanceof RunFact.RunStarted started) {
            attempt(() -> new GuidedSteps(decision).begin(started.inputs()), next);
        } else {
            Replayer.serve(decision, script, next);
        }
    }

    private void obey(Command said, Event next) {
        attempt(
                () -> {
                    switch (said) {
                        case Command.Acknowledge acknowledge -> new GuidedSteps(decision).acknowledge(acknowledge);
                        case Command.Block block -> new GuidedSteps(decision).block(block);
                        case Command.Checkpoint checkpoint -> new GuidedSteps(decision).checkpoint(checkpoint);
                        default -> throw new IllegalStateException("an agent does not say " + said);
                    }
                },
                next);
    }

    /// A log that somebody has edited may say what the run would never have accepted.
    private void attempt(Runnable step, Event next) {
        try {
            step.run();
        } catch (Refused refused) {
            decision.diverge(script.missing(decision.state(), next));
        }
    }
}
