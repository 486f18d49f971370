package dev.waybill.app.command;

import dev.waybill.app.anchor.AnchorFiles;
import dev.waybill.app.anchor.TrustedStamps;
import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import dev.waybill.receipt.audit.AuditOptions;
import dev.waybill.receipt.audit.WorkflowAuditor;
import dev.waybill.receipt.key.KeySet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// What commands need that judge evidence: where it is, whose keys to trust, at which time.
final class EvidenceArguments implements Argument {

    private final Operand<List<String>> paths = Operand.texts(
            "PATH",
            "A receipt, a file with one receipt per line, a directory or a bundle; - is standard input (default: -).");
    private final Option<List<String>> jwks = Option.texts(
            "--jwks",
            "[ISSUER=]FILE",
            "The issuers' public keys, from a source you trust. May be repeated."
                    + " Without them the keys inside the evidence are used, and the report says so.");
    private final Option<Long> now = Option.number("--now", "EPOCH", "Verify as of this time, in seconds since 1970.");
    private final Option<Boolean> requireCommitment = Option.flag(
            "--require-commitment", "Every workflow must have a summary with a Merkle root over its receipts.");
    private final Option<Boolean> requireComplete = Option.flag(
            "--require-complete", "Nothing may be left out: what is only partial is incomplete, with exit code 1.");

    private final Option<List<String>> anchors = Option.texts(
            "--anchor",
            "FILE",
            "What others hold of these runs: their list of summaries, or what 'waybill anchor' wrote. May be repeated.");
    private final Option<List<String>> services = Option.texts(
            "--tsa-certificate",
            "FILE",
            "Certificates (PEM) of the time-stamp services that you trust, or of who certifies them. May be repeated.");

    @Override
    public void addTo(CommandSpec spec) {
        paths.addTo(spec);
        jwks.addTo(spec);
        now.addTo(spec);
        requireCommitment.addTo(spec);
        anchors.addTo(spec);
        services.addTo(spec);
        requireComplete.addTo(spec);
    }

    List<String> paths() {
        return paths.orElse(List.of("-"));
    }

    long now(Environment environment) {
        return now.orElse(environment.clock().instant().getEpochSecond());
    }

    /// How a set is to be judged.
    AuditOptions options(Environment environment) {
        return AuditOptions.at(now(environment))
                .withRequiredCommitment(requireCommitment.isGiven())
                .withRequiredCompleteness(requireComplete.isGiven());
    }

    /// Has the set judged against what others hold of it.
    void anchor(WorkflowAuditor auditor, Environment environment) {
        if (anchors.isGiven()) {
            List<String> certificates = services.orElse(List.of());
            auditor.anchoredBy(
                    AnchorFiles.read(anchors.orElse(List.of()), environment),
                    certificates.isEmpty()
                            ? TimestampAuthorities.NONE
                            : new TrustedStamps(AnchorFiles.certificates(certificates, environment)));
        } else if (services.isGiven()) {
            throw Failure.usage("--tsa-certificate is about anchors", "Give the anchors with --anchor FILE.");
        }
    }

    /// The keys that the caller vouches for; null when none were given.
    @Nullable
    KeySet trusted(Environment environment) {
        return jwks.isGiven() ? new KeyFiles(environment).keySet(jwks.orElse(List.of())) : null;
    }
}
