package dev.waybill.agents.packjs;

import dev.waybill.agents.pack.Pack;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the code of a pack gets besides what only computes: each for a word of its manifest, and for nothing else.
enum Grant {
    /// `fetch`, through the host's one way out.
    FETCH("fetch", "net.outbound"),
    /// Names of hosts, in `node:dns/promises`.
    LOOKUP("lookup", "net.dns"),
    /// `ctx.callAI`, to the operator's models and within their budgets.
    CALL_AI("callAI", "aiProviders");

    /// What a manifest may ask for that everybody has.
    private static final List<String> FREE = List.of("crypto");

    private final String function;
    private final String word;

    Grant(String function, String word) {
        this.function = function;
        this.word = word;
    }

    String function() {
        return function;
    }

    static List<Grant> of(Pack pack) {
        return Arrays.stream(values())
                .filter(grant -> pack.requires().contains(grant.word)
                        || pack.required().contains(grant.word)
                        || pack.optional().contains(grant.word))
                .toList();
    }

    /// A word of `runtime.requires` that this host has nothing for.
    static Optional<String> unknown(Pack pack) {
        return pack.requires().stream()
                .filter(word -> !FREE.contains(word))
                .filter(word -> Arrays.stream(values()).noneMatch(grant -> grant.word.equals(word)))
                .findFirst();
    }
}
