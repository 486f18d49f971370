package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.merkle.InclusionProof;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One input among several, whatever its form.
interface EvidencePart extends Closeable {

    EvidenceKind kind();

    /// A new pass over its receipts.
    ReceiptSource receipts();

    /// About how many receipts it holds.
    long estimate();

    default KeySet keys() {
        return KeySet.empty();
    }

    default Map<Digest, InclusionProof> proofs() {
        return new LinkedHashMap<>();
    }

    default Optional<DisputeReport> report() {
        return Optional.empty();
    }

    @Override
    default void close() throws IOException {}

    /// A Waybill bundle.
    record Bundle(BundleReader reader) implements EvidencePart {
        @Override
        public EvidenceKind kind() {
            return reader.manifest().kind() == BundleKind.FULL ? EvidenceKind.BUNDLE : EvidenceKind.DISCLOSURE_BUNDLE;
        }

        @Override
        public ReceiptSource receipts() {
            return reader.receipts();
        }

        @Override
        public long estimate() {
            return reader.estimatedReceipts();
        }

        @Override
        public KeySet keys() {
            return reader.keys();
        }

        @Override
        public Map<Digest, InclusionProof> proofs() {
            return reader.proofs();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /// Receipts in memory, and what is to be said about their container.
    record Memory(
            EvidenceKind kind,
            List<String> lines,
            List<Finding> findings,
            KeySet keys,
            Map<Digest, InclusionProof> proofs,
            Optional<DisputeReport> report,
            ReceiptSource.JudgedElsewhere elsewhere)
            implements EvidencePart {

        private static Memory of(
                EvidenceKind kind,
                List<String> lines,
                List<Finding> findings,
                KeySet keys,
                Map<Digest, InclusionProof> proofs) {
            return new Memory(
                    kind, lines, findings, keys, proofs, Optional.empty(), ReceiptSource.JudgedElsewhere.NONE);
        }

        static Memory of(EvidenceKind kind, List<String> lines) {
            return of(kind, lines, List.of(), KeySet.empty(), new LinkedHashMap<>());
        }

        static Memory ofKeys(KeySet keys) {
            return of(EvidenceKind.KEYS, List.of(), List.of(), keys, new LinkedHashMap<>());
        }

        static Memory ofProofs(Map<Digest, InclusionProof> proofs) {
            return of(EvidenceKind.PROOFS, List.of(), List.of(), KeySet.empty(), proofs);
        }

        /// What is only talked about: a container that must not be opened, a file that nobody signed.
        static Memory remark(EvidenceKind kind, Finding finding) {
            return of(kind, List.of(), List.of(finding), KeySet.empty(), new LinkedHashMap<>());
        }

        @Override
        public ReceiptSource receipts() {
            Iterator<String> iterator = lines.iterator();
            return new ReceiptSource() {
                @Override
                public byte @Nullable [] next() {
                    return iterator.hasNext() ? iterator.next().getBytes(StandardCharsets.UTF_8) : null;
                }

                @Override
                public List<Finding> problems() {
                    return findings;
                }

                @Override
                public JudgedElsewhere judgedElsewhere() {
                    return elsewhere;
                }

                @Override
                public Announced announced() {
                    // Keys, proofs and remarks hold no receipts, so there is none that they do not announce.
                    return new Announced(new LinkedHashSet<>(), kind.isAside());
                }
            };
        }

        @Override
        public long estimate() {
            return lines.size();
        }
    }
}
