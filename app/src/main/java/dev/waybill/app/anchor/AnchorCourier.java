package dev.waybill.app.anchor;

import dev.waybill.journal.store.OutboxItem;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.runtime.deliver.Courier;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.runtime.receipt.RunExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// Anchors each run of a host at its end, and keeps the proofs beside the store.
public final class AnchorCourier implements Courier {

    public static final String KIND = "anchor";

    private final RunExport runs;
    private final List<AnchorTarget> targets;
    private final Path proofs;
    private final InstantSource clock;

    /// @param proofs a directory, one file a run
    public AnchorCourier(RunExport runs, List<AnchorTarget> targets, Path proofs, InstantSource clock) {
        this.runs = runs;
        this.targets = targets;
        this.proofs = proofs;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void deliver(OutboxItem item) throws IOException {
        Seam.ANCHOR.pass(runs.header(item.run()));
        Receipt summary = Anchor.anchorable(runs.summary(item.run(), clock.instant()));
        Files.createDirectories(proofs);
        for (AnchorTarget target : targets) {
            AnchorFiles.keep(target.hand(summary), proofs.resolve(item.run().value() + ".jsonl"));
        }
    }
}
