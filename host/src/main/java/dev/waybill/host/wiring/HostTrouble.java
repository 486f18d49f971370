package dev.waybill.host.wiring;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusals;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.runtime.Trouble;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What goes wrong behind a command's back, in sentences. The same sentence is not said twice in a row: a store that is
/// out of reach would say it four times a second.
public final class HostTrouble implements Trouble {

    private final BiConsumer<String, @Nullable RunId> tell;
    private final Map<RunId, String> stuck = new ConcurrentHashMap<>();
    private @Nullable String last;

    /// @param tell shows one line to the operator; any thread may call it
    public HostTrouble(Consumer<String> tell) {
        this((sentence, _) -> tell.accept(sentence));
    }

    /// @param tell the same, with the run that it is about; null when it is about none
    public HostTrouble(BiConsumer<String, @Nullable RunId> tell) {
        this.tell = tell;
    }

    /// Says something about the host as a whole.
    public void note(String sentence) {
        say(sentence, null);
    }

    @Override
    public void lateOutcome(RunId run, String nodeId) {
        say(run + ": an outcome of node " + nodeId + " came too late and was not recorded", run);
    }

    @Override
    public void storeFailed(RunId run, StoreException problem) {
        storeFailed(problem);
    }

    @Override
    public void runFailed(RunId run, RuntimeException problem) {
        Refusal refusal = Refusals.of(problem);
        // The operator is told what a bug said, the run's people are not.
        String why = refusal.kind() == Kind.INTERNAL ? refusal.message() + ": " + problem : refusal.message();
        // A run that is tried again and again says it once, whatever others say in between.
        if (!why.equals(stuck.put(run, why))) {
            say(run + " stays where it is: " + why, run);
        }
    }

    /// Why this host cannot go on with a run; empty as long as it can.
    public Optional<String> stuck(RunId run) {
        return Optional.ofNullable(stuck.get(run));
    }

    public void storeFailed(StoreException problem) {
        say(String.valueOf(problem.getMessage()), null);
    }

    private synchronized void say(String sentence, @Nullable RunId run) {
        if (!sentence.equals(last)) {
            last = sentence;
            tell.accept(sentence, run);
        }
    }
}
