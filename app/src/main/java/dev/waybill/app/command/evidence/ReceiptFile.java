package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.ReceiptType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A file that holds a receipt: as its only content, or as one of its lines.
final class ReceiptFile {

    private ReceiptFile() {}

    /// The newest receipt of a type in a file.
    ///
    /// @param id which one; null means the last
    static JsonObject find(Environment environment, String name, ReceiptType type, @Nullable String id) {
        String text = text(environment, name);
        List<JsonObject> receipts = whole(text)
                .map(List::of)
                .orElseGet(
                        () -> text.lines().flatMap(line -> whole(line).stream()).toList());
        return receipts.reversed().stream()
                .filter(receipt -> receipt.string("type")
                        .flatMap(ReceiptType::of)
                        .filter(type::equals)
                        .isPresent())
                .filter(receipt -> id == null || names(receipt, id))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        ExitCode.NO,
                        "receipt_not_found",
                        name + ": expected a " + type + (id == null ? "" : " called " + id) + ", found none",
                        null));
    }

    private static boolean names(JsonObject receipt, String id) {
        return receipt.string("receipt_id")
                .or(() -> receipt.string("_ewp_correlation_id"))
                .filter(id::equals)
                .isPresent();
    }

    private static String text(Environment environment, String name) {
        try (Input in = Input.open(name, environment)) {
            return new String(in.bytes(), StandardCharsets.UTF_8);
        }
    }

    private static Optional<JsonObject> whole(String text) {
        try {
            return JsonReader.readAnyNumbers(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT)
                            instanceof JsonObject object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }
}
