package dev.waybill.app.command.keys;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.StoreOptions;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;

/// `waybill keys rotate`: a new current key; the old one stays good for what it signed.
public final class KeysRotateCommand extends ToldCommand {

    private static final long A_DAY = 86_400;

    private final Option<Long> overlapping = takes(
            Option.number("--overlap", "SECONDS", "How long the old key may still sign (default: 86400, a day)."));
    private final Option<Boolean> tokens =
            takes(Option.flag("--tokens", "Instead replace the key behind a store's step tokens."));
    private final Option<Long> validity =
            takes(Option.number("--valid-for", "DAYS", "With --tokens: how long old tokens stay valid (default: 30)."));
    private final StoreOptions options = takes(new StoreOptions());

    public KeysRotateCommand(Environment environment) {
        super(environment, "Replace your current key. Receipts of the old one stay valid.");
    }

    @Override
    public ExitCode call() throws IOException {
        checkWords();
        return tokens.isGiven()
                ? new TokenKeyRotation(environment, options, new Output(environment, common.json()))
                        .rotate(validity.orElse(TokenKeyRotation.USUAL_DAYS))
                : rotateSigningKey();
    }

    private void checkWords() {
        if (tokens.isGiven() && overlapping.isGiven()) {
            throw Failure.usage("--overlap goes with signing keys", "With --tokens, give --valid-for DAYS.");
        }
        if (!tokens.isGiven() && (validity.isGiven() || !options.again().isEmpty())) {
            throw Failure.usage(
                    "--valid-for, --data and --db go with --tokens", "Your signing keys are not kept in a store.");
        }
    }

    private ExitCode rotateSigningKey() throws IOException {
        long overlap = overlapping.orElse(A_DAY);
        KeyDirectory keys = new KeyDirectory(environment.keyDirectory());
        SigningKey old = keys.current()
                .orElseThrow(() -> new Failure(
                        ExitCode.NO,
                        "key_not_found",
                        "there is no signing key in " + keys.file(),
                        "Create the first one with 'waybill keys new'."));
        if (overlap < 0) {
            throw Failure.usage("--overlap expects seconds >= 0, found " + overlap, null);
        }
        SigningKey next = SigningKey.generate(new SecureRandom());
        long now = environment.clock().instant().getEpochSecond();
        // A retired key is out from that second on, and it may have signed something in this one.
        overlap = Math.max(overlap, 1);
        keys.rotateTo(next, now, overlap);
        String until = Instant.ofEpochSecond(now + overlap).toString();
        JsonObject answer =
                JsonObject.of("kid", next.kid()).with("replaces", old.kid()).with("old_key_retires_at", until);
        return answer(answer, out -> {
            out.println("new key  " + next.kid());
            out.println("old key  " + old.kid() + ", retires " + until);
            out.println("next     publish both: waybill keys show --jwks");
        });
    }
}
