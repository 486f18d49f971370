package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.host.wiring.UserKeys;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.receipt.claims.Issuer;
import dev.waybill.receipt.grammar.Url;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// How runs are signed. Every option has an environment variable as well, because another command often picks up where
/// this one left off, and both must sign alike.
public final class ReceiptOptions implements Argument {

    private final Configured<String> key = Settings.SIGNING_KEY.argument();
    private final Configured<String> issuer = Settings.ISSUER.argument();
    private final Configured<String> wire = Settings.WIRE.argument();
    private final Configured<Boolean> pseudonymous = Settings.PSEUDONYMOUS.argument();
    private final Configured<Boolean> redactable = Settings.REDACTABLE.argument();
    private final Configured<Boolean> issue = Settings.RECEIPTS.argument();
    private final boolean startsRuns;

    /// @param startsRuns whether the command starts runs: how one is signed for is fixed when it starts
    public ReceiptOptions(boolean startsRuns) {
        this.startsRuns = startsRuns;
    }

    /// The policy of new runs: signed for, unless the command or `WAYBILL_RECEIPTS=off` says otherwise.
    public ReceiptPolicy policy(Environment environment) {
        return new ReceiptPolicy(
                issue.orUsual(environment),
                wire.orUsual(environment),
                pseudonymous.orUsual(environment),
                redactable.orUsual(environment));
    }

    /// The keys to sign with, read when the first receipt needs them.
    UserKeys keys(Environment environment) {
        return keys(environment, true);
    }

    private UserKeys keys(Environment environment, boolean makes) {
        List<SigningKey> named = key.in(environment).map(new KeyFiles(environment)::signingKey).stream()
                .toList();
        String name = issuer.in(environment).orElse(null);
        if (name != null && !Url.isHttps(name) && !Issuer.isCanonical(name)) {
            throw Failure.usage(
                    "expected an issuer such as https://agents.example.com, found \"" + name + "\"",
                    "Check --issuer or WAYBILL_ISSUER.");
        }
        return new UserKeys(environment.keyDirectory(), environment.clock(), named, name, makes);
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
            issue.addTo(spec);
        }
    }
}
