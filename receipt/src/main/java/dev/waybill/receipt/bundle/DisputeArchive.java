package dev.waybill.receipt.bundle;

import java.io.IOException;
import java.util.List;

/// PEAC's limits for the archive, and ours for its inflation.
final class DisputeArchive {

    private static final long MAX_ENTRY = 64L << 20;
    private static final long MAX_TOTAL = 512L << 20;
    private static final long SMALL = 1 << 20;
    private static final int MAX_RATIO = 200;
    private static final List<String> FILES = List.of("manifest.json", "bundle.sig", "receipts.ndjson");
    private static final List<String> FOLDERS = List.of("keys/", "policy/");

    private DisputeArchive() {}

    /// The order is PEAC's: the first entry that breaks a rule decides.
    static void check(ZipArchive archive) throws IOException {
        long total = 0;
        for (ArchiveEntry entry : archive.entries()) {
            if (entry.name().endsWith("/")) {
                continue;
            }
            checkPath(entry);
            total += entry.size();
            if (entry.size() > MAX_ENTRY || total > MAX_TOTAL) {
                throw new DisputeRefused(
                        DisputeCode.E_BUNDLE_SIZE_EXCEEDED,
                        entry.name() + " exceeds 64 MB, or all files together 512 MB");
            }
            // Receipts shrink to a third or so. A file that shrinks to nothing is made to hurt.
            if (entry.size() > SMALL && entry.size() / MAX_RATIO > entry.compressedSize()) {
                throw new DisputeRefused(
                        DisputeCode.E_BUNDLE_SIZE_EXCEEDED,
                        entry.name() + " would inflate from " + entry.compressedSize() + " to " + entry.size()
                                + " bytes");
            }
        }
        archive.checkStructure();
    }

    private static void checkPath(ArchiveEntry entry) {
        String name = entry.name();
        boolean allowed = FILES.contains(name) || FOLDERS.stream().anyMatch(name::startsWith);
        if (!allowed || ZipPaths.unsafe(name) || !entry.plainFile()) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_PATH_TRAVERSAL, "a dispute bundle must not hold " + name);
        }
    }

    /// Whether the names in an archive are those of a dispute bundle, for when its manifest cannot be read.
    static boolean looksLike(ZipArchive archive) {
        return archive.entries().stream()
                .anyMatch(entry ->
                        entry.name().equals("bundle.sig") || FOLDERS.stream().anyMatch(entry.name()::startsWith));
    }
}
