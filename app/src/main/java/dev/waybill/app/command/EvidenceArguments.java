package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.receipt.key.KeySet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What commands need that judge evidence: where it is, whose keys to trust, at which time.
public final class EvidenceArguments {

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "A receipt, a file with one receipt a line, a directory or a bundle; - is standard input.")
    List<String> paths = new ArrayList<>();

    @Option(
            names = "--jwks",
            paramLabel = "[ISSUER=]FILE",
            description = "The issuers' public keys, from a source that you trust. May be given several times."
                    + " Without them the keys inside the evidence are used, and the report says so.")
    List<String> jwks = new ArrayList<>();

    @Option(names = "--now", paramLabel = "EPOCH", description = "Judge at this time, in seconds since 1970.")
    @Nullable
    Long now;

    @Option(
            names = "--require-commitment",
            description = "Every workflow must have a summary with a Merkle root over its receipts.")
    boolean requireCommitment;

    List<String> paths() {
        return paths.isEmpty() ? List.of("-") : paths;
    }

    long now(Environment environment) {
        return now == null ? environment.clock().instant().getEpochSecond() : now;
    }

    /// The keys that the caller vouches for; null when none were given.
    @Nullable
    KeySet trusted(Environment environment) {
        return jwks.isEmpty() ? null : new KeyFiles(environment).keySet(jwks);
    }
}
