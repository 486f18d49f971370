package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.merkle.MerkleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Receipts in the files of a directory, in the order of their names.
final class EvidenceDirectory {

    private static final int DEEPEST = 8;
    private static final int MOST_FILES = 100_000;
    private static final long LARGEST_SIDE_FILE = 16L << 20;
    private static final List<String> LINES = List.of(".jws", ".ndjson", ".jsonl");

    private final Path root;
    private final EvidenceOptions options;
    private final List<EvidencePart> parts = new ArrayList<>();
    private boolean disclosure;

    private EvidenceDirectory(Path root, EvidenceOptions options) {
        this.root = root;
        this.options = options;
    }

    /// What a directory holds.
    record Opened(List<EvidencePart> parts, boolean disclosure) {}

    /// @throws UnreadableEvidence when no file in it holds a receipt
    static Opened open(Path root, EvidenceOptions options) throws IOException {
        EvidenceDirectory directory = new EvidenceDirectory(root, options);
        for (Path file : directory.files()) {
            directory.open(file);
        }
        if (directory.parts.stream().allMatch(part -> part.estimate() == 0)) {
            throw new UnreadableEvidence(
                    "receipts in *.jws, *.ndjson, *.jsonl or *.json files",
                    "none in directory " + root,
                    "Give the directory that holds the receipts.");
        }
        return new Opened(directory.parts, directory.disclosure);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(root, DEEPEST)) {
            List<Path> files = walk.filter(Files::isRegularFile)
                    .limit(MOST_FILES + 1L)
                    .sorted()
                    .toList();
            if (files.size() > MOST_FILES) {
                throw new UnreadableEvidence(
                        "at most " + MOST_FILES + " files",
                        "more in directory " + root,
                        "Put the receipts into one file, one a line.");
            }
            return files;
        }
    }

    private void open(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (Files.size(file) == 0) {
            return;
        }
        if (name.equals(BundleWriter.EVENTS)) {
            parts.add(EvidencePart.Memory.remark(EvidenceKind.EVENTS, BundleCode.unprovenEvents()));
        } else if (name.equals(BundleWriter.PROOFS)) {
            parts.add(proofs(file));
        } else if (name.equals(BundleManifest.NAME)) {
            disclosure |= isDisclosure(file);
        } else if (LINES.stream().anyMatch(name::endsWith)) {
            parts.add(EvidenceFile.open(file, options));
        } else if (name.endsWith(".json")) {
            openJson(file, name);
        }
    }

    /// A directory may hold JSON that has nothing to do with receipts; a key set is named so that it counts.
    private void openJson(Path file, String name) throws IOException {
        try {
            EvidencePart part = EvidenceFile.open(file, options);
            if (part.kind() != EvidenceKind.KEYS || name.endsWith("jwks.json") || name.endsWith("keys.json")) {
                parts.add(part);
            }
        } catch (UnreadableEvidence e) {
            if (name.endsWith("jwks.json") || name.endsWith("keys.json")) {
                throw e;
            }
        }
    }

    private static EvidencePart proofs(Path file) throws IOException {
        try (LineReader lines = new LineReader(Files.newInputStream(file))) {
            return EvidencePart.Memory.ofProofs(ProofLines.read(lines));
        } catch (JsonException | IllegalArgumentException | MerkleException e) {
            throw new UnreadableEvidence(
                    "inclusion proofs", e.getMessage() + " in " + file, "Ask for the proofs again.");
        }
    }

    private static boolean isDisclosure(Path file) throws IOException {
        if (Files.size(file) > LARGEST_SIDE_FILE) {
            return false;
        }
        try {
            JsonObject json = JsonReader.readObject(Files.readAllBytes(file), JsonLimits.DOCUMENT);
            return BundleManifest.isCurrent(json) && BundleManifest.parse(json).kind() == BundleKind.DISCLOSURE;
        } catch (JsonException | IllegalArgumentException _) {
            return false;
        }
    }
}
