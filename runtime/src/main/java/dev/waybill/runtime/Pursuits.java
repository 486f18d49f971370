package dev.waybill.runtime;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Claimed runs on their way: each is taken up by one task at a time, and no claim is forgotten.
final class Pursuits {

    /// For a run that is being taken up, the claim that came in since, if any.
    private final Map<RunId, List<Claim>> waiting = new ConcurrentHashMap<>();

    /// Whether nobody takes up the run already. If somebody does, the claim is kept: it may be of a newer epoch, or
    /// tell of something that came after the run was looked at.
    boolean begins(Claim claim) {
        boolean[] begins = new boolean[1];
        waiting.compute(claim.run(), (_, claims) -> {
            begins[0] = claims == null;
            boolean takenOver =
                    claims != null && !claims.isEmpty() && claims.getFirst().takenOver();
            return List.of(new Claim(claim.run(), claim.epoch(), claim.takenOver() || takenOver));
        });
        return begins[0];
    }

    /// The claim to work on now; null when there is none left, and the next one begins anew.
    @Nullable
    Claim next(RunId run) {
        List<Claim> next = new ArrayList<>();
        waiting.computeIfPresent(run, (_, claims) -> {
            next.addAll(claims);
            return claims.isEmpty() ? null : List.of();
        });
        return next.isEmpty() ? null : next.getFirst();
    }
}
