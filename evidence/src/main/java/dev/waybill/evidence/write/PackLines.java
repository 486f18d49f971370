package dev.waybill.evidence.write;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.read.assay.AssayReceipt;
import dev.waybill.evidence.read.assay.AssayTypes;
import dev.waybill.evidence.read.assay.PackedRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Records as lines that Assay accepts, in the order in which it wants them.
///
/// A record that has what a receipt of Assay needs, and is read from a pack as what it was, goes in as it is, with its
/// type under a name that Assay knows. Any other goes in whole as a [PackedRecord].
final class PackLines {

    /// @param receipt as it stands in the pack
    /// @param canonical its bytes
    @SuppressWarnings("ArrayRecordComponent")
    record Line(JsonObject receipt, byte[] canonical) {}

    private static final Comparator<Line> ORDER = Comparator.comparing((Line line) -> run(line.receipt()))
            .thenComparingLong(line -> sequence(line.receipt()))
            .thenComparing(line -> line.receipt().string("receipt_id").orElse(""));

    private PackLines() {}

    /// @param otherwise the time of a record that names none
    /// @throws ExportRefused when a record cannot go into a pack, or two have one id
    static List<Line> of(List<EvidenceRecord> records, String otherwise) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (EvidenceRecord record : records) {
            boolean asItIs = fits(record.json()) && comesBack(record);
            JsonObject receipt = asItIs ? aliased(record.json()) : packed(record, otherwise);
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

    private static boolean fits(JsonObject json) {
        String type = text(json, "type");
        return !text(json, "receipt_id").isEmpty()
                && (AssayTypes.allowed(type) || AssayTypes.isRegistryName(type))
                && RecordTime.parse(text(json, "timestamp")).isPresent()
                && AssayJcs.DETACHED.stream().noneMatch(json::has);
    }

    /// Whether a reader of the pack takes it for the same record: a verdict of CCIO is none of Assay's, though it looks
    /// like one.
    private static boolean comesBack(EvidenceRecord record) {
        RecordContent read = AssayReceipt.FORMAT.content(aliased(record.json()));
        return read.id().equals(record.id())
                && read.parents().equals(record.content().parents())
                && read.identity().equals(record.content().identity());
    }

    private static JsonObject aliased(JsonObject json) {
        String type = text(json, "type");
        return AssayTypes.allowed(type) ? json : json.with("type", new JsonString(AssayTypes.alias(type)));
    }

    private static JsonObject packed(EvidenceRecord record, String otherwise) {
        return PackedRecord.receipt(
                record.id().toString(),
                otherwise,
                record.format().name(),
                record.json(),
                record.content(),
                record.envelope());
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
