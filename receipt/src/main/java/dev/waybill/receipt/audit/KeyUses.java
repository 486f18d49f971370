package dev.waybill.receipt.audit;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.key.VerificationKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Which key signed what, for every receipt that holds: steps, summaries and all others.
final class KeyUses {

    private record Signer(VerificationKey key, String issuer) {}

    private final Map<Signer, Integer> numbers = new HashMap<>();
    private final List<KeyUse> uses = new ArrayList<>();

    /// Counts one receipt; answers the number of its signer.
    int count(VerificationKey key, String issuer) {
        int number = numbers.computeIfAbsent(new Signer(key, issuer), _ -> uses.size());
        if (number == uses.size()) {
            uses.add(new KeyUse(key, issuer));
        }
        uses.get(number).count();
        return number;
    }

    KeyUse get(int number) {
        return uses.get(number);
    }

    /// By issuer, then by key.
    List<KeyUse> sorted() {
        return uses.stream()
                .sorted(Comparator.comparing(KeyUse::issuer)
                        .thenComparing(use -> use.key().kid())
                        .thenComparing(use -> use.key().thumbprintText()))
                .toList();
    }

    void report(FindingLog log) {
        Map<String, String> issuerOfKey = new LinkedHashMap<>();
        TreeSet<String> selfAsserted = new TreeSet<>();
        for (KeyUse use : sorted()) {
            String other = issuerOfKey.putIfAbsent(use.key().thumbprintText(), use.issuer());
            if (other != null && !other.equals(use.issuer()) && !areOnes(other, use.issuer())) {
                String message = use.key() + " signed for " + other + " and for " + use.issuer();
                log.add(FindingCode.KEY_SHARED, null, null, message);
            }
            if (ReceiptIssuer.isSelfAsserted(use.issuer())) {
                selfAsserted.add(use.issuer());
            }
        }
        selfAsserted.forEach(issuer -> log.add(
                FindingCode.ISSUER_SELF_ASSERTED, null, null, issuer + " is named after its key and nothing else"));
    }

    /// Behind a rotation a key signs under its own name and, for what was open, under that of the key before it, which
    /// the verifier has seen it give away.
    private static boolean areOnes(String one, String other) {
        return ReceiptIssuer.isSelfAsserted(one) && ReceiptIssuer.isSelfAsserted(other);
    }
}
