package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.read.JsonLine;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The receipts of a pack, each judged by itself and all together, in one pass.
final class PackReceipts {

    static final String EMPTY_HEAD =
            Digest.of("empty".getBytes(StandardCharsets.UTF_8)).hex();

    /// What lists of errors hold at most: a pack with a million bad receipts is told by the first.
    private static final int LISTED = 100;

    private static final List<String> REQUIRED = List.of("receipt_id", "type", "timestamp");

    /// What one line gave.
    private record Judged(
            @Nullable String id,
            String type,
            @Nullable RecordTime time,
            @Nullable JsonObject hashed,
            List<PackError> errors) {}

    private final Instant now;
    private final Set<String> ids = new HashSet<>();
    private final List<PackError> failures = new ArrayList<>();
    private final List<PackError> unparsed = new ArrayList<>();
    private final List<PackError> ahead = new ArrayList<>();
    private final List<PackError> types = new ArrayList<>();
    private @Nullable JsonObject last;
    private long count;

    private PackReceipts(Instant now) {
        this.now = now;
    }

    /// @param file the receipts; null when they are missing, which is told elsewhere
    static PackReceipts read(@Nullable Path file, Instant now) throws IOException {
        PackReceipts receipts = new PackReceipts(now);
        if (file != null) {
            JsonLines.read(file, PackReceipts::judge, receipts::take);
        }
        return receipts;
    }

    private static Judged judge(JsonLine line) {
        JsonObject receipt = line.json();
        List<PackError> errors = new ArrayList<>();
        for (String name : REQUIRED) {
            if (!present(receipt.get(name))) {
                errors.add(PackError.of(PackCode.E_SCHEMA_UNKNOWN, name, "expected a " + name + ", found none"));
            }
        }
        RecordTime time = time(receipt, errors);
        JsonObject hashed = null;
        try {
            AssayJcs.requireReceipt(receipt);
            hashed = receipt;
        } catch (IllegalArgumentException e) {
            errors.add(PackError.of(PackCode.E_CANON_MISMATCH, "", String.valueOf(e.getMessage())));
        }
        String type = receipt.string("type").orElse("");
        return new Judged(receipt.string("receipt_id").orElse(null), type, time, hashed, errors);
    }

    private static boolean present(@Nullable JsonValue value) {
        return value instanceof JsonString(var text) && !text.isEmpty();
    }

    private static @Nullable RecordTime time(JsonObject receipt, List<PackError> errors) {
        JsonValue stated = receipt.get("timestamp");
        if (!(stated instanceof JsonString(var text)) || text.isEmpty()) {
            return null;
        }
        RecordTime time = PackTimes.parse(text).orElse(null);
        if (time == null) {
            errors.add(PackError.of(
                    PackCode.E_TIMESTAMP_INVALID, "timestamp", "expected a time of ISO 8601, found \"" + text + "\""));
        }
        return time;
    }

    private void take(Read<Judged> read) {
        switch (read) {
            case Read.Good<Judged>(var judged) -> take(judged);
            case Read.Bad<Judged>(var number, var why) ->
                list(
                        unparsed,
                        PackError.of(
                                PackCode.E_MANIFEST_TAMPER,
                                PackFolder.RECEIPTS,
                                PackFolder.RECEIPTS + " line " + number + ": " + why));
        }
    }

    private void take(Judged judged) {
        long index = count++;
        judged.errors().forEach(error -> list(failures, at(index, error)));
        String id = judged.id();
        if (id != null && !ids.add(id)) {
            list(
                    failures,
                    new PackError(PackCode.E_DUPLICATE_ID, "two receipts have the id " + id, "receipt_id", index));
        }
        last = judged.hashed() == null ? last : judged.hashed();
        RecordTime time = judged.time();
        if (time != null && PackTimes.ahead(time, now)) {
            list(
                    ahead,
                    new PackError(
                            PackCode.E_TIMESTAMP_INVALID,
                            time.text() + " is more than a day ahead",
                            "timestamp",
                            index));
        }
        if (!judged.type().isEmpty() && !AssayTypes.allowed(judged.type())) {
            list(
                    types,
                    new PackError(
                            PackCode.E_SCHEMA_UNKNOWN,
                            id + ": expected as type " + AssayTypes.expected() + ", found " + judged.type(),
                            "type",
                            index));
        }
    }

    private static PackError at(long index, PackError error) {
        return new PackError(error.code(), error.message(), error.field(), index);
    }

    private static void list(List<PackError> errors, PackError error) {
        if (errors.size() < LISTED) {
            errors.add(error);
        }
    }

    /// Lines that are no receipts at all.
    List<PackError> unparsed() {
        return unparsed;
    }

    /// What makes Assay call the receipts' integrity a FAIL.
    List<PackError> failures() {
        return failures;
    }

    List<PackError> ahead() {
        return ahead;
    }

    List<PackError> types() {
        return types;
    }

    long count() {
        return count;
    }

    /// The digest of the last receipt.
    String head() {
        return last == null
                ? EMPTY_HEAD
                : Digest.of(AssayJcs.receiptBytes(last)).hex();
    }
}
