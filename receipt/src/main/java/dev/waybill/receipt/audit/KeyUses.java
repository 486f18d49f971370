package dev.waybill.receipt.audit;

import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.VerificationKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    /// Takes the key of a witness, which signed for nothing in the set.
    void countWitness(VerificationKey key, String issuer) {
        numbers.computeIfAbsent(new Signer(key, issuer), _ -> {
            uses.add(new KeyUse(key, issuer));
            return uses.size() - 1;
        });
    }

    KeyUse get(int number) {
        return uses.get(number);
    }

    /// Those that signed for something in the set.
    List<KeyUse> listed() {
        return sorted().stream().filter(use -> use.receipts() > 0).toList();
    }

    /// By issuer, then by key.
    private List<KeyUse> sorted() {
        return uses.stream()
                .sorted(Comparator.comparing(KeyUse::issuer)
                        .thenComparing(use -> use.key().kid())
                        .thenComparing(use -> use.key().thumbprintText()))
                .toList();
    }

    /// @param given the keys that the set was judged with
    void report(KeySet given, boolean keysFromBundle, FindingLog log) {
        if (!keysFromBundle) {
            reportBindings(given, log);
        }
        reportNames(log);
    }

    /// Whose word it is that keys are their issuers'. A name that is made from its key needs nobody's.
    private void reportBindings(KeySet given, FindingLog log) {
        Map<String, Set<VerificationKey>> signed = new TreeMap<>();
        for (KeyUse use : sorted()) {
            if (!ReceiptIssuer.isSelfAsserted(use.issuer()) || given.binding(use.issuer()) != KeySet.Binding.NOBODY) {
                signed.computeIfAbsent(use.issuer(), _ -> new LinkedHashSet<>()).add(use.key());
                use.boundBy(given.binding(use.issuer()));
            }
        }
        signed.forEach((issuer, keys) -> {
            if (given.binding(issuer) == KeySet.Binding.NOBODY) {
                String message = keys.iterator().next() + " signed for " + issuer
                        + ", and its file names no issuer: the signature is valid, the issuer is not verified";
                log.add(FindingCode.ISSUER_NOT_VERIFIED, null, null, message);
            }
            if (!given.agreesOn(issuer, keys)) {
                String message = "keys from several files are to be those of " + issuer + ", and no file has them all";
                log.add(FindingCode.KEYS_DISAGREE, null, null, message);
            }
        });
        for (Set<String> served : given.servedByNameless(signed)) {
            if (served.size() > 1) {
                String message = "keys of one file that names no issuer signed for " + String.join(" and for ", served);
                log.add(FindingCode.KEYS_DISAGREE, null, null, message);
            }
        }
    }

    private void reportNames(FindingLog log) {
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
