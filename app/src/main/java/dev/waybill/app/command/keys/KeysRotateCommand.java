package dev.waybill.app.command.keys;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill keys rotate`: a new current key; the old one stays good for what it signed.
@Command(description = "Replace your current key. Receipts of the old one stay valid.")
public final class KeysRotateCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Option(
            names = "--overlap",
            paramLabel = "SECONDS",
            defaultValue = "86400",
            description = "How long the old key may still sign (default: ${DEFAULT-VALUE}, a day).")
    long overlap;

    public KeysRotateCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() throws IOException {
        KeyDirectory keys = new KeyDirectory(environment.keyDirectory());
        SigningKey old = keys.current()
                .orElseThrow(() -> new Failure(
                        ExitCode.NO,
                        "key_not_found",
                        "there is no signing key in " + keys.file(),
                        "Make the first one with 'waybill keys new'."));
        if (overlap < 0) {
            throw Failure.usage("--overlap expects seconds >= 0, found " + overlap, null);
        }
        SigningKey next = SigningKey.generate(new SecureRandom());
        long now = environment.clock().instant().getEpochSecond();
        keys.rotateTo(next, now, overlap);
        String until = Instant.ofEpochSecond(now + overlap).toString();
        JsonObject answer = JsonObject.builder()
                .put("kid", next.kid())
                .put("replaces", old.kid())
                .put("old_key_retires_at", until)
                .build();
        new Output(environment, common.json()).answer(answer, out -> {
            out.println("new key  " + next.kid());
            out.println("old key  " + old.kid() + ", retires " + until);
            out.println("next     publish both: waybill keys show --jwks");
        });
        return ExitCode.YES;
    }
}
