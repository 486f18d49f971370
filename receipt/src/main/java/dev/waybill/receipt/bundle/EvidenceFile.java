package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.key.KeySet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Recognises what one file is, by its content and never by its name.
record EvidenceFile(Path file, EvidenceOptions options) {

    static final String EXPECTED = "a receipt, receipts one a line, a JSON array of receipts, or a bundle";

    private static final String NEXT = "Give a file that holds receipts; see `waybill verify --help`.";
    private static final long LARGEST_DOCUMENT = 64L << 20;

    /// @throws UnreadableEvidence when the file is none of the known forms
    static EvidencePart open(Path file, EvidenceOptions options) throws IOException {
        return new EvidenceFile(file, options).open();
    }

    private EvidencePart open() throws IOException {
        if (isZip()) {
            return ArchivePart.open(file, options);
        }
        try (LineReader lines = new LineReader(Files.newInputStream(file))) {
            byte[] first = text(lines);
            if (first == null) {
                throw unreadable("an empty file");
            }
            return switch (first[0]) {
                case '[' -> array();
                case '{' -> object(first, text(lines) == null);
                default -> lines(first, text(lines) == null);
            };
        }
    }

    private boolean isZip() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(4);
            return start.length == 4
                    && start[0] == 'P'
                    && start[1] == 'K'
                    && ((start[2] == 3 && start[3] == 4) || (start[2] == 5 && start[3] == 6));
        }
    }

    /// The next line that is not blank.
    private static byte @Nullable [] text(LineReader lines) throws IOException {
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            byte[] text = ReceiptLine.strip(line);
            if (text.length > 0) {
                return text;
            }
        }
        return null;
    }

    private EvidencePart lines(byte[] first, boolean alone) throws IOException {
        boolean dots = false;
        for (byte b : first) {
            if (b < ' ' && b != '\t') {
                throw unreadable("binary data");
            }
            dots |= b == '.';
        }
        if (!dots) {
            throw unreadable("text that holds no receipt");
        }
        return new LinesPart(file, alone ? EvidenceKind.RECEIPT : EvidenceKind.RECEIPT_LINES, Files.size(file));
    }

    /// An object a line, or one object that fills the file.
    private EvidencePart object(byte[] first, boolean alone) throws IOException {
        Optional<JsonValue> line = parse(first);
        if (line.isPresent() && ReceiptLine.receipt(line.get()).isPresent()) {
            return new LinesPart(file, alone ? EvidenceKind.RECEIPT : EvidenceKind.RECEIPT_LINES, Files.size(file));
        }
        Optional<JsonValue> document = line.isPresent() && alone ? line : parse(document());
        JsonObject object = document.flatMap(JsonValue::asObject)
                .orElseThrow(() -> unreadable("text that looks like JSON but is not"));
        if (object.has("keys") || object.has("issuers")) {
            return EvidencePart.Memory.ofKeys(keys(object));
        }
        String receipt =
                ReceiptLine.receipt(object).orElseThrow(() -> unreadable("a JSON object that carries no receipt"));
        return EvidencePart.Memory.of(EvidenceKind.RECEIPT, List.of(receipt));
    }

    private KeySet keys(JsonObject object) {
        try {
            return KeySet.fromJson(object);
        } catch (IllegalArgumentException e) {
            throw unreadable("a key set that cannot be used: " + e.getMessage());
        }
    }

    private EvidencePart array() throws IOException {
        JsonArray array = parse(document())
                .flatMap(JsonValue::asArray)
                .orElseThrow(() -> unreadable("text that looks like a JSON array but is not"));
        List<String> receipts = new ArrayList<>();
        for (JsonValue item : array) {
            receipts.add(ReceiptLine.receipt(item).orElseGet(item::toString));
        }
        if (array.size() == 0 || ReceiptLine.receipt(array.get(0)).isEmpty()) {
            throw unreadable("a JSON array that holds no receipts");
        }
        return EvidencePart.Memory.of(EvidenceKind.RECEIPT_ARRAY, receipts);
    }

    private byte[] document() throws IOException {
        long size = Files.size(file);
        if (size > LARGEST_DOCUMENT) {
            throw new UnreadableEvidence(
                    "a JSON document of at most 64 MB",
                    size + " bytes in " + file,
                    "Write one receipt a line instead.");
        }
        return Files.readAllBytes(file);
    }

    private static Optional<JsonValue> parse(byte[] json) {
        try {
            return Optional.of(JsonReader.readAnyNumbers(json, JsonLimits.DOCUMENT));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    private UnreadableEvidence unreadable(String found) {
        return new UnreadableEvidence(EXPECTED, found + " in " + file, NEXT);
    }
}
