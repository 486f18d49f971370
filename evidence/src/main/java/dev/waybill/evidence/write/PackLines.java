package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.read.assay.AssayReceipt;
import dev.waybill.evidence.read.assay.AssayTypes;
import dev.waybill.evidence.read.assay.PackTimes;
import dev.waybill.evidence.read.assay.PackedRecord;
import dev.waybill.journal.event.Times;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Records as lines that Assay accepts, in the order in which it wants them.
///
/// A record that has what a receipt of Assay needs, and is read from a pack as what it was, goes in as it is, with its
/// type under a name that Assay knows. Any other, and one that is broken at its source, goes in whole as a
/// [PackedRecord].
final class PackLines {

    /// @param receipt as it stands in the pack
    /// @param canonical its bytes, as they are hashed
    @SuppressWarnings("ArrayRecordComponent")
    record Line(JsonObject receipt, byte[] canonical) {

        /// Its bytes in the file. Python takes more characters than one for the end of a line, so that they must be
        /// escaped; a canonical text has them in strings alone.
        byte[] written() {
            return new String(canonical, StandardCharsets.UTF_8)
                    .replace("\u0085", "\\u0085")
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029")
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final Comparator<Line> ORDER = Comparator.comparing((Line line) -> run(line.receipt()))
            .thenComparingLong(line -> sequence(line.receipt()))
            .thenComparing(line -> line.receipt().string("receipt_id").orElse(""));

    private PackLines() {}

    /// @param now the time of a record that names none, or one that Assay does not believe
    /// @throws ExportRefused when a record cannot go into a pack, or two have one id
    static List<Line> of(List<EvidenceRecord> records, Instant now) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (EvidenceRecord record : records) {
            boolean asItIs = !record.integrity().isBroken() && fits(record.json(), now) && comesBack(record);
            JsonObject receipt = asItIs ? aliased(record.json()) : packed(record, now);
            Line line = new Line(receipt, canonical(record, receipt));
            Line other = lines.putIfAbsent(receipt.string("receipt_id").orElseThrow(), line);
            if (other != null && !Arrays.equals(other.canonical(), line.canonical())) {
                throw new ExportRefused(
                        ExportRefused.Reason.RECORD_ID_REPEATED,
                        "expected one record with the id " + record.id() + ", found two that differ");
            }
        }
        List<Line> sorted = new ArrayList<>(lines.values());
        sorted.sort(ORDER);
        return sorted;
    }

    private static boolean fits(JsonObject json, Instant now) {
        String type = text(json, "type");
        return !text(json, "receipt_id").isEmpty()
                && (AssayTypes.allowed(type) || AssayTypes.isRegistryName(type))
                && RecordTime.parse(text(json, "timestamp"))
                        .filter(time -> !PackTimes.ahead(time, now))
                        .isPresent()
                && AssayJcs.DETACHED.stream().noneMatch(json::has);
    }

    /// Whether a reader of the pack takes it for the same record: a verdict of CCIO is none of Assay's, though it looks
    /// like one.
    private static boolean comesBack(EvidenceRecord record) {
        RecordContent read = AssayReceipt.FORMAT.content(aliased(record.json()));
        return read.id().equals(record.id())
                && read.parents().equals(record.content().parents())
                && read.links().equals(record.content().links())
                && read.identity().equals(record.content().identity());
    }

    private static JsonObject aliased(JsonObject json) {
        String type = text(json, "type");
        return AssayTypes.allowed(type) ? json : json.with("type", AssayTypes.alias(type));
    }

    /// Its own time goes in beside the record; as the receipt's time it must be one that Assay believes.
    private static JsonObject packed(EvidenceRecord record, Instant now) {
        RecordTime time = record.content().time();
        return PackedRecord.receipt(
                record.id().toString(),
                time == null || PackTimes.ahead(time, now) ? Times.format(now) : time.text(),
                record.format().name(),
                record.json(),
                record.content(),
                record.envelope(),
                record.integrity());
    }

    private static byte[] canonical(EvidenceRecord record, JsonObject receipt) {
        try {
            return AssayJcs.receiptBytes(receipt);
        } catch (IllegalArgumentException e) {
            throw new ExportRefused(
                    ExportRefused.Reason.RECORD_UNFIT,
                    record.id() + " cannot go into a pack of Assay: " + e.getMessage());
        }
    }

    private static String text(JsonObject json, String name) {
        return json.string(name).orElse("");
    }

    private static String run(JsonObject receipt) {
        return receipt.string("_trace_id").or(() -> receipt.string("run_id")).orElse("");
    }

    private static long sequence(JsonObject receipt) {
        return receipt.get("seq") instanceof JsonNumber number
                ? number.asInteger().orElse(0)
                : 0;
    }
}
