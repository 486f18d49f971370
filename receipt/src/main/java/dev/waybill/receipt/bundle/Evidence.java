package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The one door for everything that holds receipts: a file, a directory, a bundle, or several of them.
///
/// What it is given is recognised by content. The result is a stream of receipts and what came along.
public final class Evidence implements Closeable {

    private final List<EvidencePart> parts;
    private final boolean disclosure;
    private final @Nullable Path spooled;

    private Evidence(List<EvidencePart> parts, boolean disclosure, @Nullable Path spooled) {
        this.parts = parts;
        this.disclosure = disclosure;
        this.spooled = spooled;
    }

    /// @throws UnreadableEvidence when an input holds nothing that could be judged
    public static Evidence open(Path path, EvidenceOptions options) throws IOException {
        return open(List.of(path), options);
    }

    /// Several inputs, judged as one set.
    ///
    /// @throws UnreadableEvidence when an input holds nothing that could be judged
    public static Evidence open(List<Path> paths, EvidenceOptions options) throws IOException {
        List<EvidencePart> parts = new ArrayList<>();
        boolean disclosure = false;
        try {
            for (Path path : paths) {
                disclosure |= add(path, options, parts);
            }
        } catch (IOException | RuntimeException e) {
            for (EvidencePart part : parts) {
                part.close();
            }
            throw e;
        }
        return new Evidence(parts, disclosure, null);
    }

    /// Adds what a path holds, and tells whether it is a selection.
    private static boolean add(Path path, EvidenceOptions options, List<EvidencePart> parts) throws IOException {
        if (!Files.isReadable(path)) {
            throw new UnreadableEvidence(
                    "a file or directory that can be read", "nothing at " + path, "Check the path.");
        }
        if (Files.isDirectory(path)) {
            EvidenceDirectory.Opened opened = EvidenceDirectory.open(path, options);
            parts.addAll(opened.parts());
            return opened.disclosure();
        }
        EvidencePart part = EvidenceFile.open(path, options);
        parts.add(part);
        return part.kind() == EvidenceKind.DISCLOSURE_BUNDLE;
    }

    /// Evidence from standard input, kept in a temporary file until it is closed: bundles are read from
    /// their end.
    ///
    /// @param limit the most bytes to accept
    public static Evidence spool(InputStream in, long limit, EvidenceOptions options) throws IOException {
        Path file = Files.createTempFile("waybill-", ".input");
        try {
            copy(in, file, limit);
            Evidence evidence = open(file, options);
            return new Evidence(evidence.parts, evidence.disclosure, file);
        } catch (UnreadableEvidence e) {
            Files.deleteIfExists(file);
            throw e.naming(file, "standard input");
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static void copy(InputStream in, Path file, long limit) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long size = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                size += read;
                if (size > limit) {
                    throw new UnreadableEvidence(
                            "at most " + limit + " bytes on standard input",
                            "more",
                            "Give the path of a file instead.");
                }
                out.write(buffer, 0, read);
            }
        }
    }

    /// A new pass over all receipts, in the order of the inputs.
    public ReceiptSource receipts() {
        List<ReceiptSource> sources = parts.stream().map(EvidencePart::receipts).toList();
        return new ReceiptSource() {
            private int at;

            @Override
            public byte @Nullable [] next() throws IOException {
                for (; at < sources.size(); at++) {
                    byte[] receipt = sources.get(at).next();
                    if (receipt != null) {
                        return receipt;
                    }
                }
                return null;
            }

            @Override
            public JudgedElsewhere judgedElsewhere() {
                List<JudgedElsewhere> all =
                        sources.stream().map(ReceiptSource::judgedElsewhere).toList();
                return new JudgedElsewhere(
                        all.stream().mapToLong(JudgedElsewhere::receipts).sum(),
                        all.stream().mapToLong(JudgedElsewhere::accepted).sum(),
                        all.stream()
                                .flatMap(each -> each.ofWorkflows().stream())
                                .toList());
            }

            @Override
            public Announced announced() {
                Set<String> workflows = new LinkedHashSet<>();
                sources.forEach(source -> workflows.addAll(source.announced().workflows()));
                return new Announced(
                        workflows,
                        sources.stream().allMatch(source -> source.announced().all()));
            }

            @Override
            public List<Finding> problems() {
                return sources.stream()
                        .flatMap(source -> source.problems().stream())
                        .toList();
            }
        };
    }

    /// The keys that came along; empty when none did. They vouch for nobody but themselves.
    public KeySet keys() {
        KeySet keys = KeySet.empty();
        for (EvidencePart part : parts) {
            keys = keys.and(part.keys());
        }
        return keys;
    }

    /// The inclusion proofs that came along, by receipt.
    public Map<Digest, InclusionProof> proofs() {
        Map<Digest, InclusionProof> proofs = new LinkedHashMap<>();
        parts.forEach(part -> proofs.putAll(part.proofs()));
        return proofs;
    }

    /// Whether this is a selection that claims no completeness.
    public boolean isDisclosure() {
        return disclosure;
    }

    /// About how many receipts there are, to size tables.
    public int estimatedReceipts() {
        long sum = parts.stream().mapToLong(EvidencePart::estimate).sum();
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }

    /// What the inputs turned out to be, in their order.
    public List<EvidenceKind> kinds() {
        return parts.stream().map(EvidencePart::kind).toList();
    }

    /// For people: "a Waybill bundle", or "a single receipt and a key set".
    public String description() {
        return kinds().stream().map(EvidenceKind::label).distinct().collect(Collectors.joining(" and "));
    }

    /// PEAC's own report about the dispute bundle, if one was given.
    public Optional<DisputeReport> disputeReport() {
        return parts.stream().flatMap(part -> part.report().stream()).findFirst();
    }

    @Override
    public void close() throws IOException {
        for (EvidencePart part : parts) {
            part.close();
        }
        if (spooled != null) {
            Files.deleteIfExists(spooled);
        }
    }
}
