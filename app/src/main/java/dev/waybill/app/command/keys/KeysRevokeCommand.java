package dev.waybill.app.command.keys;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.grammar.Timestamp;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// `waybill keys revoke`: a key that others may have signs for nobody any more.
public final class KeysRevokeCommand extends ToldCommand {

    /// Why, in PEAC's words.
    enum Reason {
        KEY_COMPROMISE,
        SUPERSEDED,
        CESSATION_OF_OPERATION,
        PRIVILEGE_WITHDRAWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Operand<String> name =
            takes(Operand.text("KEY", "The name of one of your keys, or a unique beginning of it."));
    private final Option<Path> in =
            takes(Option.path("--in", "FILE", "A key file to mark, instead of a key among your own."));
    private final Option<Reason> reason =
            takes(Option.choice("--reason", "REASON", "Why (default: key_compromise).", List.of(Reason.values())));
    private final Option<String> at = takes(Option.text(
            "--at", "TIME", "Since when it may be in other hands, as 2026-02-28T12:00:00Z (default: now)."));

    public KeysRevokeCommand(Environment environment) {
        super(
                environment,
                "Revoke a signing key: what it signed is valid only where an anchor shows that it is older.",
                "If no other key is left to sign with, a new one is made. Publish again what 'waybill keys show --jwks'",
                "prints: verifiers that have not seen it go on trusting the key.");
    }

    @Override
    public ExitCode call() throws IOException {
        Instant now = environment.clock().instant();
        Instant since = since(now);
        Path file = in.value();
        return file == null ? revokeOwn(since, now) : revokeFile(file, since);
    }

    private Instant since(Instant now) {
        String text = at.value();
        if (text == null) {
            return now;
        }
        Instant since = Timestamp.parse(text)
                .orElseThrow(() -> Failure.usage(
                        "--at: expected a time such as 2026-02-28T12:00:00Z, found \"" + text + "\"", null));
        if (since.isAfter(now)) {
            throw Failure.usage(
                    "--at: expected a time that has been, found " + since,
                    "To end a key later, replace it: 'waybill keys rotate --overlap SECONDS'.");
        }
        return since;
    }

    private ExitCode revokeOwn(Instant since, Instant now) throws IOException {
        KeyDirectory keys = new KeyDirectory(environment.keyDirectory());
        SigningKey revoked = revoked(chosen(keys), since);
        SigningKey next = SigningKey.generate(new SecureRandom());
        boolean replaced = keys.revoke(revoked, next, now.getEpochSecond());
        return told(revoked, since, replaced ? next.kid() : null, "waybill keys show --jwks");
    }

    private SigningKey chosen(KeyDirectory keys) throws IOException {
        if (keys.current().isEmpty()) {
            throw KeyFiles.noKey(keys);
        }
        String kid = name.value();
        if (kid == null) {
            throw Failure.usage(
                    "keys revoke needs the name of a key; `waybill keys show` lists them",
                    "For a key in a file, give --in FILE.");
        }
        List<SigningKey> found =
                keys.all().stream().filter(key -> key.kid().startsWith(kid)).toList();
        if (found.size() != 1) {
            throw new Failure(
                    ExitCode.NO,
                    "key_not_found",
                    (found.isEmpty() ? "none" : "several") + " of your keys begins with \"" + kid + "\"",
                    "'waybill keys show' lists them.");
        }
        return found.getFirst();
    }

    private ExitCode revokeFile(Path file, Instant since) throws IOException {
        if (name.value() != null) {
            throw Failure.usage("a key file holds one key: leave out KEY beside --in", null);
        }
        SigningKey revoked = revoked(new KeyFiles(environment).signingKey(file.toString()), since);
        KeyDirectory.writeSecret(file, JsonWriter.pretty(revoked.toPrivateJwk()) + "\n");
        return told(revoked, since, null, "waybill keys show " + file + " --jwks");
    }

    private SigningKey revoked(SigningKey key, Instant since) {
        return key.revokedAt(
                since.getEpochSecond(), reason.orElse(Reason.KEY_COMPROMISE).toString());
    }

    private ExitCode told(SigningKey revoked, Instant since, @Nullable String next, String show) {
        JsonObject answer = JsonObject.of("kid", revoked.kid())
                .with(
                        "revoked_at",
                        Instant.ofEpochSecond(since.getEpochSecond()).toString())
                .with("reason", reason.orElse(Reason.KEY_COMPROMISE).toString())
                .withIfPresent("replaced_by", next);
        return answer(answer, out -> {
            out.println("revoked  " + revoked.kid() + ", since " + Instant.ofEpochSecond(since.getEpochSecond()));
            if (next != null) {
                out.println("new key  " + next);
            }
            out.println("next     publish it: " + show);
        });
    }
}
