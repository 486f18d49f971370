package dev.waybill.runtime;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.engine.state.Phase;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.ProcessId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs that this process leaves to others, because it lacks a node type, a key or something configured that they need.
/// That this process came first is no reason to fail them or to pause them: they are given back at once, and left alone
/// for a while. Meanwhile its heartbeat says what they wait for.
final class Declined {

    static final Duration A_WHILE = Duration.ofMinutes(1);

    private static final int MOST_TOLD = 20;

    private final Ownership ownership;
    private final Capabilities capabilities;
    private final Notary notary;
    private final ProcessId process;
    private final InstantSource clock;
    private final Trouble trouble;
    private final Map<RunId, Left> left = new ConcurrentHashMap<>();

    private record Left(Instant until, String why) {}

    Declined(
            Ownership ownership,
            Capabilities capabilities,
            Notary notary,
            ProcessId process,
            InstantSource clock,
            Trouble trouble) {
        this.ownership = ownership;
        this.capabilities = capabilities;
        this.notary = notary;
        this.process = process;
        this.clock = clock;
        this.trouble = trouble;
    }

    /// Gives a claimed run back, if this process cannot work on it.
    ///
    /// @param known what this process remembers of the run
    /// @param current the run as it is: somebody may have cancelled it since
    /// @param atWork whether this process works on another part of the run, which nobody else must begin again
    /// @return whether it did
    boolean giveBack(Claim claim, RunState known, Supplier<RunState> current, BooleanSupplier atWork) {
        RuntimeException lacking = lacking(known) == null ? null : lacking(current.get());
        if (lacking == null) {
            left.remove(claim.run());
            return false;
        }
        if (atWork.getAsBoolean()) {
            return false;
        }
        leave(claim, lacking);
        return true;
    }

    /// Gives back a run whose next step this process cannot do.
    void leave(Claim claim, RuntimeException lacking) {
        Instant until = clock.instant().plus(A_WHILE);
        boolean news = left.put(claim.run(), new Left(until, String.valueOf(lacking.getMessage()))) == null;
        ownership.giveBack(process, claim);
        if (news) {
            trouble.runFailed(claim.run(), lacking);
        }
    }

    /// A run that is ending starts nothing any more: anybody may end it, so that a cancel never waits for a host that
    /// is gone.
    private @Nullable RuntimeException lacking(RunState state) {
        if (state.isTerminal()) {
            return null;
        }
        List<String> lacking = state.phase() == Phase.ENDING ? List.of() : capabilities.lacking(state);
        if (!lacking.isEmpty()) {
            return refused(lacking);
        }
        return notary.hasKeyFor(state.header())
                ? null
                : new KeyLost("this process never had the key that signs for it; left to other hosts");
    }

    static Refused refused(List<String> lacking) {
        return new Refused(
                RefusalCode.CAPABILITY_REQUIRED, String.join("; ", lacking) + "; the run is left to other processes");
    }

    /// What a heartbeat says of this process, and of the runs that it leaves to others.
    JsonObject describe(JsonObject status) {
        Instant now = clock.instant();
        left.values().removeIf(each -> each.until().plus(A_WHILE).isBefore(now));
        List<JsonValue> told = left.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(MOST_TOLD)
                .<JsonValue>map(
                        each -> new LeftRun(each.getKey(), each.getValue().why()).toJson())
                .toList();
        return told.isEmpty() ? status : status.with(LeftRun.MEMBER, new JsonArray(told));
    }

    /// What is not to be claimed now.
    List<RunId> now() {
        Instant now = clock.instant();
        return left.entrySet().stream()
                .filter(entry -> now.isBefore(entry.getValue().until()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
