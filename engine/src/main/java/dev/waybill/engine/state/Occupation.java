package dev.waybill.engine.state;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.node.HandOverPlan.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;

/// What a node is doing.
public sealed interface Occupation {

    /// The deadline after which the run must look at the node again; null when there is none.
    default @Nullable Instant dueAt() {
        return null;
    }

    /// The same with its deadline moved, as after a pause or in a fork.
    default Occupation shifted(Duration by) {
        return this;
    }

    /// Nothing.
    record Idle() implements Occupation {}

    /// An activity is at work outside; its outcome comes back as a command.
    ///
    /// @param deadline when the attempt's time is up
    record Working(Attempt attempt, @Nullable Instant deadline) implements Occupation {
        @Override
        public @Nullable Instant dueAt() {
            return deadline;
        }

        @Override
        public Occupation shifted(Duration by) {
            return deadline == null ? this : new Working(attempt, deadline.plus(by));
        }
    }

    record Delaying(Attempt attempt, long delayMs, Instant until) implements Occupation {
        @Override
        public Instant dueAt() {
            return until;
        }

        @Override
        public Occupation shifted(Duration by) {
            return new Delaying(attempt, delayMs, until.plus(by));
        }

        /// The whole time once more.
        Delaying anew(Instant now) {
            return new Delaying(attempt, delayMs, now.plusMillis(delayMs));
        }
    }

    /// An attempt failed; the next one starts later.
    ///
    /// @param next the number of the next attempt
    /// @param failedStep the receipt step of the attempt that failed
    /// @param event that set the time
    record Retrying(int next, JsonObject inputs, Instant at, String failedStep, EventRef event) implements Occupation {
        @Override
        public Instant dueAt() {
            return at;
        }

        @Override
        public Occupation shifted(Duration by) {
            return new Retrying(next, inputs, at.plus(by), failedStep, event);
        }
    }

    /// It waits for answers; the questions are among the run's interrupts.
    record Asking(Attempt attempt) implements Occupation {}

    /// It hands over, to any number of children: not there yet, at work, or over.
    record HandingOver(Attempt attempt, PVector<HandOver> handOvers) implements Occupation {

        /// The hand-overs, and those to critics.
        public Stream<HandOver> all() {
            return list().stream();
        }

        private List<HandOver> list() {
            List<HandOver> all = new ArrayList<>(handOvers.size());
            for (HandOver handOver : handOvers) {
                all.add(handOver);
                HandOver critic =
                        handOver.review() == null ? null : handOver.review().critic();
                if (critic != null) {
                    all.add(critic);
                }
            }
            return all;
        }

        public Optional<HandOver> find(String childRunId) {
            for (HandOver handOver : list()) {
                if (handOver.childRunId().equals(childRunId)) {
                    return Optional.of(handOver);
                }
            }
            return Optional.empty();
        }

        /// Whether the node waits for none of them any more.
        public boolean isOver() {
            for (HandOver handOver : handOvers) {
                if (!handOver.isOver()) {
                    return false;
                }
            }
            return true;
        }

        /// Whether the node goes on with its own work afterwards.
        public boolean resumes() {
            return handOvers.stream().anyMatch(handOver -> handOver.plan().has(Term.RESUMES));
        }

        /// Whether somebody looks at what the node did itself.
        public boolean isOwn() {
            return handOvers.stream().anyMatch(HandOver::isOwn);
        }

        HandingOver with(HandOver changed) {
            if (changed.isCritic()) {
                HandOver worker = handOvers.get(changed.index());
                return with(
                        worker.reviewed(Objects.requireNonNull(worker.review()).by(changed)));
            }
            return new HandingOver(
                    attempt,
                    changed.index() == handOvers.size()
                            ? handOvers.plus(changed)
                            : handOvers.with(changed.index(), changed));
        }

        HandingOver movedBy(EventRef event) {
            return new HandingOver(attempt.movedBy(event), handOvers);
        }

        /// The same with each of its hand-overs changed.
        HandingOver each(UnaryOperator<HandOver> change) {
            HandingOver changed = this;
            for (HandOver handOver : handOvers) {
                changed = changed.with(change.apply(handOver));
            }
            return changed;
        }
    }

    /// In a fork, what was signed before the fork is signed for by the fork's root. The attempt that is
    /// going on keeps its step: the fork itself signs for it, at its end.
    default Occupation signedBy(String root) {
        return switch (this) {
            case Retrying retrying ->
                new Retrying(retrying.next(), retrying.inputs(), retrying.at(), root, retrying.event());
            case HandingOver handing -> handing.each(handOver -> handOver.signedBy(root));
            case Idle _, Working _, Delaying _, Asking _ -> this;
        };
    }

    /// The attempt that is going on; null when none is.
    default @Nullable Attempt current() {
        return switch (this) {
            case Working working -> working.attempt();
            case Delaying delaying -> delaying.attempt();
            case Asking asking -> asking.attempt();
            case HandingOver handing -> handing.attempt();
            case Idle _, Retrying _ -> null;
        };
    }
}
