package dev.waybill.receipt.bundle;

import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One pass over the lines of a bundle. Sizes, check sums, digests and the count are compared on the way.
final class BundleReceipts implements ReceiptSource {

    private final ZipArchive archive;
    private final @Nullable BundleManifest manifest;
    private final Function<BundleFile, Optional<Finding>> compare;
    private final List<Finding> problems;
    private final Deque<String> files = new ArrayDeque<>(List.of(BundleWriter.SUMMARIES, BundleWriter.RECEIPTS));
    private @Nullable ArchiveEntry entry;
    private @Nullable EntryStream stream;
    private @Nullable LineReader lines;
    private long count;

    /// @param manifest what there should be; null when nobody says
    /// @param known what was wrong before the first line
    BundleReceipts(
            ZipArchive archive,
            @Nullable BundleManifest manifest,
            Function<BundleFile, Optional<Finding>> compare,
            List<Finding> known) {
        this.archive = archive;
        this.manifest = manifest;
        this.compare = compare;
        this.problems = new ArrayList<>(known);
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        while (lines != null || openNext()) {
            byte[] line = line();
            if (line != null) {
                count += files.isEmpty() ? 1 : 0;
                return line;
            }
            finishFile();
        }
        return null;
    }

    private byte @Nullable [] line() throws IOException {
        return lines == null ? null : lines.next();
    }

    private boolean openNext() throws IOException {
        while (!files.isEmpty()) {
            entry = archive.find(files.remove()).orElse(null);
            if (entry != null) {
                stream = archive.open(entry);
                lines = new LineReader(stream);
                return true;
            }
        }
        return false;
    }

    private void finishFile() {
        if (stream != null && entry != null) {
            String damage = stream.damage();
            if (damage != null) {
                problems.add(BundleCode.finding(new ArchiveRefused(ArchiveFault.ZIP_DAMAGED, damage)));
            }
            compare.apply(new BundleFile(entry.name(), stream.digest(), stream.length()))
                    .ifPresent(problems::add);
        }
        lines = null;
        stream = null;
    }

    @Override
    public List<Finding> problems() {
        if (manifest != null && count != manifest.receipts()) {
            problems.add(BundleCode.BUNDLE_COUNT_MISMATCH.finding(
                    "the manifest says receipts: " + manifest.receipts() + ", receipts.ndjson has " + count));
        }
        checkEvents();
        return problems;
    }

    @Override
    public Announced announced() {
        if (manifest == null) {
            return Announced.NOTHING;
        }
        Set<String> workflows = new LinkedHashSet<>(manifest.workflows());
        return new Announced(workflows, workflows.size() < BundleManifest.LISTED_WORKFLOWS);
    }

    /// Events are not judged here, but they must be the ones that were put in.
    private void checkEvents() {
        archive.find(BundleWriter.EVENTS).ifPresent(events -> {
            problems.add(BundleCode.unprovenEvents());
            try {
                compare.apply(archive.digest(events)).ifPresent(problems::add);
            } catch (ArchiveRefused e) {
                problems.add(BundleCode.finding(e));
            } catch (IOException e) {
                problems.add(BundleCode.BUNDLE_FILE_MISSING.finding("events.ndjson cannot be read: " + e.getMessage()));
            }
        });
    }
}
