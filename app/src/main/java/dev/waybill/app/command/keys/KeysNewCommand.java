package dev.waybill.app.command.keys;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Target;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// `waybill keys new`: a key to sign with.
public final class KeysNewCommand extends ToldCommand {

    private final Option<Path> out =
            takes(Option.path("--out", "FILE", "Write the private JWK here instead of making it your current key."));

    public KeysNewCommand(Environment environment) {
        super(environment, "Create a signing key that only you can read.");
    }

    @Override
    public ExitCode call() throws IOException {
        Path target = out.value();
        if (target != null) {
            Target.requireFolder(target, "--out");
        }
        SigningKey key = SigningKey.generate(new SecureRandom());
        Path file = target == null ? store(key) : write(key, target);
        JsonObject answer = JsonObject.of("kid", key.kid())
                .with("thumbprint", key.verificationKey().thumbprintText())
                .with("file", file.toString())
                .with("public_jwk", key.verificationKey().toJwk());
        return answer(answer, print -> {
            print.println("key   " + key.kid());
            print.println("file  " + file + " (keep it secret)");
            print.println("next  waybill keys show " + (target == null ? "" : file + " ")
                    + "--jwks > jwks.json   gives others what they need to verify");
        });
    }

    private Path store(SigningKey key) throws IOException {
        KeyDirectory keys = new KeyDirectory(environment.keyDirectory());
        if (keys.current().isPresent()) {
            throw new Failure(
                    ExitCode.NO,
                    "key_exists",
                    "there is a current key in " + keys.file() + " already",
                    "Replace it with 'waybill keys rotate', or write another one with --out FILE.");
        }
        keys.rotateTo(key, environment.clock().instant().getEpochSecond(), 0);
        return keys.file();
    }

    private static Path write(SigningKey key, Path file) throws IOException {
        if (Files.exists(file)) {
            throw new Failure(ExitCode.NO, "file_exists", file + " exists already", "Name another file.");
        }
        KeyDirectory.writeSecret(file, JsonWriter.pretty(key.toPrivateJwk()) + "\n");
        return file;
    }
}
