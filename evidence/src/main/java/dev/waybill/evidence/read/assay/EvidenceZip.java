package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.canonical.AssayMerkle;
import dev.waybill.evidence.read.Bookmark;
import dev.waybill.evidence.read.Lines;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.assay.PackVerdict.Kind;
import dev.waybill.evidence.read.assay.PackVerdict.Outcome;
import dev.waybill.receipt.bundle.ArchiveEntry;
import dev.waybill.receipt.bundle.ArchiveRefused;
import dev.waybill.receipt.bundle.EntryStream;
import dev.waybill.receipt.bundle.ZipArchive;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What `assay pack` writes: a trace, its Merkle root and how it was made, in one zip. Nobody signs it.
///
/// Nothing is unpacked to disk, and an archive that would grow out of proportion is not opened.
public final class EvidenceZip implements Closeable {

    static final String TRACE = "trace.jsonl";
    static final String ROOT = "merkle_root.json";

    private static final long MAX_TRACE = 4L << 30;
    private static final int MAX_LINES = 1_000_000;
    private static final int MAX_DOCUMENT = 128 << 20;
    private static final long SMALL = 1 << 20;
    private static final int MAX_RATIO = 200;

    /// What a line gave: a leaf of the tree, or why it is none.
    private record Leaf(@Nullable Digest digest, @Nullable PackError trouble) {}

    private final ZipArchive archive;

    private EvidenceZip(ZipArchive archive) {
        this.archive = archive;
    }

    /// @throws ArchiveRefused when the file is not a zip file that is safe to read
    static EvidenceZip open(Path file) throws IOException {
        ZipArchive archive = ZipArchive.open(file);
        try {
            archive.checkStructure();
            return new EvidenceZip(archive);
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    /// Whether a file is such a zip, by the names in it.
    public static boolean is(Path file) {
        try (ZipArchive archive = ZipArchive.open(file)) {
            return archive.find(TRACE).isPresent() && archive.find(ROOT).isPresent();
        } catch (IOException | ArchiveRefused _) {
            return false;
        }
    }

    /// Judges the trace by its root.
    public static PackVerdict verify(Path file) throws IOException {
        List<PackError> errors = new ArrayList<>();
        try (EvidenceZip zip = open(file)) {
            return zip.verify(errors);
        } catch (ArchiveRefused e) {
            errors.add(PackError.of(PackCode.E_ARCHIVE_REFUSED, e.fault().name(), e.getMessage()));
            return verdict(errors, null, 0, null);
        }
    }

    private PackVerdict verify(List<PackError> errors) throws IOException {
        archive.entries().forEach(entry -> checkEntry(entry, errors));
        if (!errors.isEmpty()) {
            return verdict(errors, null, 0, null);
        }
        List<Digest> leaves = leaves(errors);
        Digest root = AssayMerkle.root(leaves);
        document(ROOT)
                .ifPresentOrElse(
                        json -> compare(json, leaves, root, errors),
                        () -> errors.add(PackError.of(
                                PackCode.E_MERKLE_MISMATCH,
                                ROOT,
                                "expected " + ROOT + ", found none that can be read")));
        String run = document("verify_report.json")
                .flatMap(json -> json.string("trace_id"))
                .orElse(null);
        return verdict(errors, run, leaves.size(), root.hex());
    }

    private static PackVerdict verdict(
            List<PackError> errors, @Nullable String run, long receipts, @Nullable String root) {
        Outcome outcome = errors.isEmpty() ? Outcome.PASS : Outcome.TAMPERED;
        return new PackVerdict(Kind.EVIDENCE_ZIP, outcome, null, run, null, null, receipts, root, errors, List.of());
    }

    private static void checkEntry(ArchiveEntry entry, List<PackError> errors) {
        if (!entry.contained()) {
            errors.add(PackError.of(
                    PackCode.E_PATH_ESCAPE, entry.name(), "the archive names a file outside itself: " + entry.name()));
        } else if (!entry.plainFile() || entry.encrypted()) {
            errors.add(refused(entry, "is no plain file"));
        } else if (entry.size() > MAX_TRACE
                || (entry.size() > SMALL && entry.size() / MAX_RATIO > entry.compressedSize())) {
            errors.add(refused(entry, "would grow from " + entry.compressedSize() + " to " + entry.size() + " bytes"));
        }
    }

    private static PackError refused(ArchiveEntry entry, String why) {
        return PackError.of(PackCode.E_ARCHIVE_REFUSED, entry.name(), entry.name() + " " + why);
    }

    private List<Digest> leaves(List<PackError> errors) throws IOException {
        List<Digest> leaves = new ArrayList<>();
        try (EntryStream lines = lines()) {
            Lines.read(lines, Bookmark.START, EvidenceZip::leaf, leaf -> take(leaf, leaves, errors));
            String damage = lines.damage();
            if (damage != null) {
                errors.add(PackError.of(PackCode.E_ARCHIVE_REFUSED, TRACE, damage));
            }
        } catch (ArchiveRefused e) {
            errors.add(PackError.of(PackCode.E_ARCHIVE_REFUSED, TRACE, e.getMessage()));
        }
        return leaves;
    }

    private static Leaf leaf(Lines.Line line) {
        try {
            JsonValue json = JsonReader.readAnyNumbers(line.raw(), JsonLimits.DOCUMENT);
            return new Leaf(Digest.of(AssayJcs.canonicalBytes(json)), null);
        } catch (JsonException | IllegalArgumentException e) {
            return new Leaf(null, mismatch(TRACE, TRACE + " line " + line.number() + ": " + e.getMessage()));
        }
    }

    /// The first trouble is told; the lines after it change nothing.
    private static void take(Leaf leaf, List<Digest> leaves, List<PackError> errors) {
        if (!errors.isEmpty()) {
            return;
        }
        if (leaf.trouble() != null) {
            errors.add(leaf.trouble());
        } else if (leaves.size() == MAX_LINES) {
            errors.add(PackError.of(PackCode.E_ARCHIVE_REFUSED, TRACE, "expected at most " + MAX_LINES + " lines"));
        } else if (leaf.digest() != null) {
            leaves.add(leaf.digest());
        }
    }

    private static void compare(JsonObject json, List<Digest> leaves, Digest root, List<PackError> errors) {
        long count = Members.number(json, "leaf_count");
        if (count != leaves.size()) {
            errors.add(mismatch("leaf_count", "expected " + count + " lines, found " + leaves.size()));
        }
        JsonArray hashes = json.array("leaf_hashes").orElse(JsonArray.EMPTY);
        for (int i = 0; i < Math.min(hashes.size(), leaves.size()); i++) {
            if (!hashes.get(i).asString().orElse("").equals(leaves.get(i).hex())) {
                errors.add(mismatch(
                        "leaf_hashes", TRACE + " line " + (i + 1) + " has another hash than " + ROOT + " says"));
                break;
            }
        }
        if (!root.hex().equals(json.string("root").orElse(""))) {
            errors.add(mismatch(
                    "root", "expected the root " + json.string("root").orElse("") + ", the lines give " + root.hex()));
        }
    }

    private static PackError mismatch(String field, String message) {
        return PackError.of(PackCode.E_MERKLE_MISMATCH, field, message);
    }

    /// The lines of the trace.
    EntryStream lines() throws IOException {
        ArchiveEntry trace = archive.find(TRACE)
                .orElseThrow(() -> new NoSuchFileException(TRACE, null, "expected it in an evidence zip"));
        return archive.open(trace);
    }

    private Optional<JsonObject> document(String name) throws IOException {
        Optional<ArchiveEntry> entry = archive.find(name);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        try {
            return JsonReader.readAnyNumbers(archive.read(entry.get(), MAX_DOCUMENT), JsonLimits.DOCUMENT)
                    .asObject();
        } catch (JsonException | ArchiveRefused _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
