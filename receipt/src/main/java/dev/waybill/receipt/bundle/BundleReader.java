package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleException;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Reads a bundle: the table of contents, keys and proofs at once, receipts as a stream.
///
/// Every byte is accounted for. What deviates from the format is a finding, told when the last receipt was
/// read, so that an auditor hears about the receipts as well.
public final class BundleReader implements Closeable {

    private static final int MAX_MANIFEST = 4 << 20;
    private static final int MAX_KEYS = 16 << 20;
    private static final int MAX_PROOFS = 64 << 20;
    private static final int SMALLEST_RECEIPT = 100;
    private static final List<String> REQUIRED =
            List.of(BundleWriter.RECEIPTS, BundleWriter.SUMMARIES, BundleWriter.KEYS);
    private static final List<String> OPTIONAL = List.of(BundleWriter.PROOFS, BundleWriter.EVENTS);
    private static final List<String> ORDER =
            Stream.concat(REQUIRED.stream(), OPTIONAL.stream()).toList();

    private final ZipArchive archive;
    private final List<Finding> findings = new ArrayList<>();
    private BundleManifest manifest = new BundleManifest(BundleKind.FULL, 0, List.of(), List.of());
    private boolean manifestRead;
    private KeySet keys = KeySet.empty();
    private final Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();

    private BundleReader(ZipArchive archive) throws IOException {
        this.archive = archive;
        archive.checkStructure();
        checkEntries();
        readManifest();
        checkFiles();
        small(BundleWriter.KEYS, MAX_KEYS, this::readKeys);
        small(BundleWriter.PROOFS, MAX_PROOFS, this::readProofs);
    }

    /// @throws ArchiveRefused when the file is not a zip file that is safe to read
    public static BundleReader open(Path file) throws IOException {
        return open(ZipArchive.open(file));
    }

    static BundleReader open(ZipArchive archive) throws IOException {
        try {
            return new BundleReader(archive);
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    /// Our bundles hold a few plain files and never need compression: an inflated gigabyte is an attack.
    private void checkEntries() throws IOException {
        for (ArchiveEntry entry : archive.entries()) {
            if (!entry.plainFile()) {
                throw new ArchiveRefused(ArchiveFault.ZIP_NOT_A_FILE, entry.name() + " is a folder or a link");
            }
            if (entry.encrypted() || entry.method() != ArchiveEntry.STORED || entry.size() != entry.compressedSize()) {
                throw new ArchiveRefused(
                        ArchiveFault.ZIP_UNSUPPORTED,
                        entry.name() + " is compressed or encrypted; bundles are neither");
            }
            if (ZipPaths.unsafe(entry.name())) {
                throw new ArchiveRefused(
                        ArchiveFault.ZIP_UNSAFE_PATH, "the archive names a file outside itself: " + entry.name());
            }
        }
        String deviation = archive.deviation();
        if (deviation != null) {
            findings.add(BundleCode.BUNDLE_LAYOUT.finding(deviation));
        }
    }

    private void readManifest() throws IOException {
        var entry = archive.find(BundleManifest.NAME);
        if (entry.isEmpty()) {
            findings.add(BundleCode.BUNDLE_FILE_MISSING.finding("the bundle has no manifest.json"));
            return;
        }
        try {
            JsonObject json = JsonReader.readObject(archive.read(entry.get(), MAX_MANIFEST), JsonLimits.DOCUMENT);
            if (!BundleManifest.isCurrent(json)) {
                findings.add(BundleCode.BUNDLE_FORMAT_UNKNOWN.finding("expected format " + BundleManifest.FORMAT
                        + ", found " + json.string("format").orElse("none")));
                return;
            }
            manifest = BundleManifest.parse(json);
            manifestRead = true;
        } catch (ArchiveRefused e) {
            findings.add(BundleCode.finding(e));
        } catch (JsonException | IllegalArgumentException e) {
            findings.add(BundleCode.BUNDLE_MANIFEST_INVALID.finding("manifest.json: " + e.getMessage()));
        }
    }

    /// The manifest and the archive must list the same files, each once and no other.
    private void checkFiles() {
        if (!manifestRead) {
            return;
        }
        List<String> listed = manifest.files().stream().map(BundleFile::path).toList();
        List<String> here = archive.entries().stream()
                .map(ArchiveEntry::name)
                .filter(name -> !name.equals(BundleManifest.NAME))
                .toList();
        for (String name : listed.equals(here) ? List.<String>of() : listed) {
            if (!here.contains(name)) {
                findings.add(
                        BundleCode.BUNDLE_FILE_MISSING.finding("the manifest lists " + name + ", which is not here"));
            }
        }
        if (listed.size() != listed.stream().distinct().count()) {
            findings.add(BundleCode.BUNDLE_MANIFEST_INVALID.finding("the manifest lists a file twice"));
        }
        for (String name : here) {
            if (!listed.contains(name) || (!REQUIRED.contains(name) && !OPTIONAL.contains(name))) {
                findings.add(BundleCode.BUNDLE_FILE_EXTRA.finding(name + " does not belong in a bundle"));
            }
        }
        for (String name : REQUIRED) {
            if (!listed.contains(name)) {
                findings.add(BundleCode.BUNDLE_FILE_MISSING.finding("every bundle has " + name + ", this one has not"));
            }
        }
        checkOrder(listed, here);
    }

    /// There is one order: files as the writer has them, the manifest behind them.
    private void checkOrder(List<String> listed, List<String> here) {
        List<String> order = ORDER.stream().filter(here::contains).toList();
        if (order.size() != here.size() || order.size() != listed.size()) {
            return;
        }
        boolean last = archive.entries().getLast().name().equals(BundleManifest.NAME);
        if (!listed.equals(order) || !here.equals(order) || !last) {
            findings.add(BundleCode.BUNDLE_LAYOUT.finding(
                    "expected the files " + String.join(", ", order) + " and manifest.json, in this order"));
        }
    }

    private void small(String name, int limit, Consumer<byte[]> use) throws IOException {
        var entry = archive.find(name);
        if (entry.isEmpty()) {
            return;
        }
        try {
            byte[] content = archive.read(entry.get(), limit);
            compare(new BundleFile(name, Digest.of(content), content.length)).ifPresent(findings::add);
            use.accept(content);
        } catch (ArchiveRefused e) {
            findings.add(BundleCode.finding(e));
        }
    }

    /// How a file differs from what the manifest says about it.
    private Optional<Finding> compare(BundleFile here) {
        return manifest.files().stream()
                .filter(file -> file.path().equals(here.path()) && !file.equals(here))
                .findFirst()
                .map(file -> file.size() != here.size()
                        ? BundleCode.BUNDLE_SIZE_MISMATCH.finding("the manifest says that " + file.path() + " has "
                                + file.size() + " bytes, it has " + here.size())
                        : BundleCode.BUNDLE_DIGEST_MISMATCH.finding("the manifest gives " + file.path() + " the digest "
                                + file.sha256() + ", it has " + here.sha256()));
    }

    private void readKeys(byte[] content) {
        try {
            JsonObject json = JsonReader.readObject(content, JsonLimits.DOCUMENT);
            keys = KeySet.fromJson(json);
        } catch (JsonException | IllegalArgumentException e) {
            findings.add(BundleCode.BUNDLE_KEYS_INVALID.finding("keys.json: " + e.getMessage()));
        }
    }

    private void readProofs(byte[] content) {
        try (LineReader lines = new LineReader(new ByteArrayInputStream(content))) {
            proofs.putAll(ProofLines.read(lines));
        } catch (JsonException | IllegalArgumentException | MerkleException e) {
            findings.add(BundleCode.BUNDLE_PROOF_INVALID.finding("proofs.ndjson: " + e.getMessage()));
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail to be read", e);
        }
    }

    /// The table of contents; an empty one when it cannot be read, which is a finding.
    public BundleManifest manifest() {
        return manifest;
    }

    /// The keys that came along. They prove that nothing was changed, not who signed.
    public KeySet keys() {
        return keys;
    }

    /// Inclusion proofs by receipt.
    public Map<Digest, InclusionProof> proofs() {
        return proofs;
    }

    /// What was wrong with the container when it was opened. Streaming may find more.
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /// A pass over everything: summaries first, so that an auditor knows early what to expect.
    public ReceiptSource receipts() {
        return new BundleReceipts(archive, manifestRead ? manifest : null, this::compare, findings);
    }

    /// How many summaries came along, beside the receipts that the manifest counts.
    public long summaries() throws IOException {
        var entry = archive.find(BundleWriter.SUMMARIES);
        long count = 0;
        if (entry.isPresent()) {
            try (LineReader lines = new LineReader(archive.open(entry.get()))) {
                while (lines.next() != null) {
                    count++;
                }
            }
        }
        return count;
    }

    /// About how many receipts there are; bounded by the file, since the manifest may lie.
    public long estimatedReceipts() {
        long bytes = archive.find(BundleWriter.RECEIPTS).map(ArchiveEntry::size).orElse(0L);
        return Math.min(manifest.receipts(), bytes / SMALLEST_RECEIPT + 1);
    }

    @Override
    public void close() throws IOException {
        archive.close();
    }
}
