package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.LineOptions;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.ReceiptCheck;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.ReceiptVerifier;
import dev.waybill.receipt.Redactable;
import dev.waybill.receipt.VerifierOptions;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.bundle.ReceiptLine;
import dev.waybill.receipt.claims.Warning;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// `waybill receipt verify`: does this one receipt hold?
public final class ReceiptVerifyCommand extends ToldCommand {

    private final LineOptions input = takes(new LineOptions());
    private final Option<List<String>> jwks = takes(
            Option.texts("--jwks", "[ISSUER=]FILE", "The issuer's public keys: a JWKS or a JWK. May be repeated."));
    private final Option<Long> now =
            takes(Option.number("--now", "EPOCH", "Verify as of this time, in seconds since 1970."));
    private final Option<String> issuer = takes(Option.text("--issuer", "URL", "Accept this issuer only."));

    public ReceiptVerifyCommand(Environment environment) {
        super(environment, "Verify one receipt, offline: envelope, signature, claims, workflow context, time.");
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            NativeCrypto.install();
        }
        long at = now.orElse(environment.clock().instant().getEpochSecond());
        KeySet keys = new KeyFiles(environment).keySet(jwks.orElse(List.of()));
        var verifier = new ReceiptVerifier(keys, VerifierOptions.at(at).expecting(issuer.value()));
        if (input.lines()) {
            return input.answerLines(environment, line -> json(check(verifier, line), keys));
        }
        ReceiptCheck check = check(verifier, input.document(environment));
        answer(json(check, keys), out -> print(out, check, keys));
        return exitCode(check);
    }

    /// A receipt that comes with what it withheld must have signed exactly that.
    private static ReceiptCheck check(ReceiptVerifier verifier, byte[] document) {
        Presented presented = Presented.of(ReceiptLine.unwrap(document));
        ReceiptCheck check = verifier.verify(presented.jws());
        String disclosure = presented.disclosure();
        if (disclosure != null && check instanceof ReceiptCheck.Valid valid) {
            try {
                Redactable.reveal(valid.receipt(), disclosure);
            } catch (Rejected e) {
                return new ReceiptCheck.Invalid(
                        e.code(), e.pointer(), e.getMessage(), valid.receipt().wire(), valid.ref());
            }
        }
        return check;
    }

    private static ExitCode exitCode(ReceiptCheck check) {
        if (check instanceof ReceiptCheck.Invalid invalid) {
            return invalid.code() == Code.E_INVALID_SIGNATURE ? ExitCode.TAMPERED : ExitCode.NO;
        }
        return ExitCode.YES;
    }

    /// Whether somebody says that the key is the issuer's: the caller, the key's file, or the issuer's name itself.
    private static boolean isBound(ReceiptCheck.Valid valid, KeySet keys) {
        String signer = valid.receipt().issuer();
        return ReceiptIssuer.isSelfAsserted(signer) || keys.binding(signer) != KeySet.Binding.NOBODY;
    }

    private static JsonObject json(ReceiptCheck check, KeySet keys) {
        if (check instanceof ReceiptCheck.Valid valid) {
            return JsonObject.of("valid", true)
                    .with("wire", valid.receipt().wire().label())
                    .with("receipt_ref", valid.ref().toString())
                    .with("error_code", JsonNull.NULL)
                    .with("warnings", warnings(valid.warnings()))
                    .with("issuer", valid.receipt().issuer())
                    .with("id", valid.receipt().id())
                    .with("key", valid.key().thumbprintText())
                    .withIfPresent("issuer_verified", isBound(valid, keys) ? null : JsonBool.FALSE);
        }
        ReceiptCheck.Invalid invalid = (ReceiptCheck.Invalid) check;
        Wire wire = invalid.wire();
        return JsonObject.of("valid", false)
                .with("wire", wire == null ? JsonNull.NULL : new JsonString(wire.label()))
                .with("receipt_ref", invalid.ref().toString())
                .with("error_code", invalid.code().name())
                .with("warnings", JsonArray.EMPTY)
                .with("message", invalid.message())
                .with("next", invalid.code().next());
    }

    private static JsonArray warnings(List<Warning> warnings) {
        List<JsonValue> items = new ArrayList<>();
        warnings.forEach(warning -> items.add(warning.toJson()));
        return new JsonArray(items);
    }

    private void print(PrintStream out, ReceiptCheck check, KeySet keys) {
        Ansi ansi = common.terminal().ansi();
        if (check instanceof ReceiptCheck.Valid valid) {
            out.println(ansi.paint(Style.GOOD, "valid") + "    Wire "
                    + valid.receipt().wire().label() + ", issued "
                    + Instant.ofEpochSecond(valid.receipt().issuedAt()));
            out.println("issuer   " + SafeText.of(valid.receipt().issuer()));
            out.println("id       " + SafeText.of(valid.receipt().id()));
            out.println("key      " + SafeText.of(valid.key().kid())
                    + (isBound(valid, keys) ? "" : ", of a file that names no issuer: issuer not verified"));
            out.println("receipt  " + valid.ref());
            valid.warnings()
                    .forEach(warning -> out.println(ansi.paint(Style.WARNING, "remark") + "   " + warning.code()
                            + " at " + SafeText.of(warning.pointer())));
        } else if (check instanceof ReceiptCheck.Invalid invalid) {
            out.println(ansi.paint(Style.BAD, "invalid") + "  " + invalid.code());
            out.println("why      " + SafeText.of(invalid.message()));
            out.println("next     " + invalid.code().next());
            out.println("receipt  " + invalid.ref());
        }
    }
}
