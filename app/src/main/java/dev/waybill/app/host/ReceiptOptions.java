package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.receipt.claims.Issuer;
import dev.waybill.receipt.grammar.Url;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// How runs are signed. Every option has an environment variable as well, because another command often picks up where
/// this one left off, and both must sign alike.
public final class ReceiptOptions implements Argument {

    private final Option<String> key = Option.text(
            "--key", "REF", "Sign with this private JWK: a path, file:PATH or env:VARIABLE (default: your own key).");
    private final Option<String> issuer =
            Option.text("--issuer", "URL", "Who signs (default: WAYBILL_ISSUER, else a name made from the key).");
    private final Option<String> wire =
            Option.text("--wire", "VERSION", "Which receipts: 0.1 or 0.2 (default: WAYBILL_WIRE, else 0.1).");
    private final Option<Boolean> pseudonymous =
            Option.flag("--pseudonymous", "Use pseudonymous ids in receipts (or set WAYBILL_PSEUDONYMOUS).");

    private final Option<Boolean> redactable =
            Option.flag("--redactable", "Sign parents so that they can be withheld later (or set WAYBILL_REDACTABLE).");
    private final Option<Boolean> none = Option.flag("--no-receipts", "Sign nothing (or set WAYBILL_RECEIPTS=off).");
    private final boolean startsRuns;

    /// @param startsRuns whether the command starts runs: how one is signed for is fixed when it starts
    public ReceiptOptions(boolean startsRuns) {
        this.startsRuns = startsRuns;
    }

    /// The policy of new runs: signed for, unless the command or `WAYBILL_RECEIPTS=off` says otherwise.
    public ReceiptPolicy policy(Environment environment) {
        String version = wire.orElse(environment.variable("WAYBILL_WIRE").orElse(ReceiptPolicy.DEFAULT.wire()));
        if (Wire.ofLabel(version).isEmpty()) {
            throw Failure.usage(
                    "expected wire 0.1 or 0.2, found \"" + version + "\"", "Give --wire 0.1 or --wire 0.2.");
        }
        boolean derived = pseudonymous.isGiven()
                || environment.variable("WAYBILL_PSEUDONYMOUS").isPresent();
        boolean off = none.isGiven()
                || environment
                        .variable("WAYBILL_RECEIPTS")
                        .filter("off"::equals)
                        .isPresent();
        boolean withholdable = redactable.isGiven()
                || environment.variable("WAYBILL_REDACTABLE").isPresent();
        return new ReceiptPolicy(!off, version, derived, withholdable);
    }

    /// The keys to sign with, read when the first receipt needs them.
    UserKeys keys(Environment environment) {
        return keys(environment, true);
    }

    private UserKeys keys(Environment environment, boolean makes) {
        String reference = key.value();
        List<SigningKey> named =
                reference == null ? List.of() : List.of(new KeyFiles(environment).signingKey(reference));
        String name = issuer.isGiven()
                ? issuer.value()
                : environment.variable("WAYBILL_ISSUER").orElse(null);
        if (name != null && !Url.isHttps(name) && !Issuer.isCanonical(name)) {
            throw Failure.usage(
                    "expected an issuer such as https://agents.example.com, found \"" + name + "\"",
                    "Check --issuer or WAYBILL_ISSUER.");
        }
        return new UserKeys(environment, named, name, makes);
    }

    /// Whose receipts are known, for commands that look at runs: no key is made.
    public ReceiptIssuers issuers(Environment environment) {
        return keys(environment, false);
    }

    @Override
    public void addTo(CommandSpec spec) {
        key.addTo(spec);
        issuer.addTo(spec);
        if (startsRuns) {
            wire.addTo(spec);
            pseudonymous.addTo(spec);
            redactable.addTo(spec);
            none.addTo(spec);
        }
    }
}
