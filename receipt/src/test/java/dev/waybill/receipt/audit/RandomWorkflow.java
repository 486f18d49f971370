package dev.waybill.receipt.audit;

import dev.waybill.receipt.jws.Wire;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// A random workflow of 1 to 60 steps: any graph, either wire, one or two issuers, sometimes progress.
final class RandomWorkflow {

    private final Random random;
    final History history;
    final List<List<String>> parents = new ArrayList<>();

    RandomWorkflow(Random random) {
        this.random = random;
        this.history = History.of("run" + random.nextInt(1_000));
        int steps = 1 + random.nextInt(60);
        boolean two = random.nextBoolean();
        for (int i = 0; i < steps; i++) {
            history.on(random.nextBoolean() ? Wire.V0_1 : Wire.V0_2)
                    .by(two && random.nextBoolean() ? "worker" : "orchestrator");
            List<String> chosen = someOf(i);
            parents.add(chosen);
            for (int progress = random.nextInt(4) == 0 ? 2 : 1; progress > 0; progress--) {
                history.step("s" + i, chosen.toArray(String[]::new));
            }
            history.after(random.nextInt(3));
        }
        history.by(history.receipt("s0").issuer().contains("worker") ? "worker" : "orchestrator");
    }

    private List<String> someOf(int before) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            all.add("s" + i);
        }
        Collections.shuffle(all, random);
        return List.copyOf(all.subList(0, Math.min(all.size(), random.nextInt(4))));
    }

    /// Any summary that an honest issuer might sign.
    String summary() {
        return history.summary(draft -> {
                    switch (random.nextInt(3)) {
                        case 0 -> draft.onlyRoot();
                        case 1 ->
                            draft.onlyRefs(history.issued().stream()
                                    .map(receipt ->
                                            random.nextBoolean() ? receipt.ref().toString() : receipt.id())
                                    .toList());
                        default -> {}
                    }
                })
                .compact();
    }

    /// A summary that binds the bytes of each receipt, which ids do not.
    String bindingSummary() {
        return history.summary(draft -> {
                    if (random.nextBoolean()) {
                        draft.onlyRoot();
                    }
                })
                .compact();
    }

    List<String> shuffled(List<String> texts) {
        List<String> copy = new ArrayList<>(texts);
        Collections.shuffle(copy, random);
        return copy;
    }

    int any() {
        return random.nextInt(history.issued().size());
    }
}
