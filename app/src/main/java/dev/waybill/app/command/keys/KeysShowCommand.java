package dev.waybill.app.command.keys;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.config.Settings;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.host.wiring.UserKeys;
import dev.waybill.receipt.key.KeyDirectory;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.Validity;
import dev.waybill.receipt.key.VerificationKey;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Column;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `waybill keys show`: the public side of keys, never the secret one.
public final class KeysShowCommand extends ToldCommand {

    private final Operand<String> reference =
            takes(Operand.text("REF", "A key file: a path, -, file:PATH or env:VARIABLE (default: your keys)."));
    private final Option<Boolean> jwks =
            takes(Option.flag("--jwks", "Print the public keys as a JWKS, to give to verifiers."));
    private final Option<String> issuer =
            takes(Option.text("--issuer", "URL", "With --jwks: bind the keys to this issuer alone."));

    public KeysShowCommand(Environment environment) {
        super(environment, "Show your keys, or a key file, without secrets.");
    }

    @Override
    public ExitCode call() throws IOException {
        KeySet known = keys();
        String bound = issuer.value();
        JsonObject document = (bound == null ? known : KeySet.empty().and(bound, known.all())).toJwks();
        return answer(document, out -> {
            if (jwks.isGiven()) {
                out.println(JsonWriter.pretty(document));
            } else {
                print(out, known.all());
            }
        });
    }

    /// A key file's keys are whose it says. This user's are those of every name that they sign under.
    private KeySet keys() throws IOException {
        String named = reference.value();
        if (named != null) {
            return new KeyFiles(environment).keySet(List.of(named));
        }
        KeyDirectory directory = new KeyDirectory(environment.keyDirectory());
        if (directory.current().isEmpty()) {
            throw KeyFiles.noKey(directory);
        }
        String name = Settings.ISSUER.in(environment).orElse(null);
        return new UserKeys(environment.keyDirectory(), environment.clock(), List.of(), name, false).publicKeys();
    }

    private void print(PrintStream out, List<VerificationKey> keys) {
        Table table = new Table(Column.IDENTIFIER, Column.TEXT, Column.TEXT).head("KEY", "IN USE FROM", "UNTIL");
        for (VerificationKey key : keys) {
            table.row(key.kid(), time(key.validity().notBefore(), "the start"), until(key.validity()));
        }
        out.print(table.render(common.terminal()));
    }

    private static String until(Validity validity) {
        Long revoked = validity.revokedAt();
        if (revoked == null) {
            return time(validity.retiredAt(), "still in use");
        }
        String reason = validity.revokedFor();
        return "revoked " + Instant.ofEpochSecond(revoked) + (reason == null ? "" : ", " + reason);
    }

    private static String time(@Nullable Long seconds, String otherwise) {
        return seconds == null ? otherwise : Instant.ofEpochSecond(seconds).toString();
    }
}
