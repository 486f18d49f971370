package dev.waybill.evidence.read.waybill;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLine;
import dev.waybill.evidence.read.JsonLineRecords;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import dev.waybill.evidence.read.Understood;
import dev.waybill.evidence.read.plain.PlainReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Records that `waybill evidence export --jsonl` took out of their files. A line of its own says of which format those
/// below it are: records of several systems meet here, of a chain maybe only some, and no line says so by itself.
public final class ExportedLinesReader implements EvidenceReader {

    /// The member of the lines between the records: the name of a format.
    public static final String FORMAT = "waybill_evidence_format";

    /// Stands for whatever a record says that it is.
    public static final String PLAIN = "plain/record";

    private final Supplier<Map<String, RecordFormat>> formats;

    /// @param formats of all readers, by name
    public ExportedLinesReader(Supplier<Map<String, RecordFormat>> formats) {
        this.formats = formats;
    }

    /// The records are of others' formats.
    @Override
    public List<RecordFormat> formats() {
        return List.of();
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && file.headText().startsWith("{\"" + FORMAT + "\":");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        Following following = new Following(formats.get(), file, sink);
        JsonLines.readOn(file, line -> line, following::next)
                .ifPresent(end -> sink.readUpTo(end.with(following.state())));
    }

    private static final class Following {

        private final Map<String, RecordFormat> formats;
        private final SourceFile file;
        private final RecordSink sink;
        private String format;
        private @Nullable String broken;

        Following(Map<String, RecordFormat> formats, SourceFile file, RecordSink sink) {
            this.formats = formats;
            this.file = file;
            this.sink = sink;
            String[] state = file.start().state().split("\n", 2);
            format = state[0];
            broken = state.length > 1 ? state[1] : null;
        }

        /// What the lines to come need to know of those before.
        String state() {
            return broken == null ? format : format + "\n" + broken;
        }

        void next(Read<JsonLine> read) {
            switch (read) {
                case Read.Good<JsonLine>(var line) -> line(line);
                case Read.Bad<JsonLine>(var number, var why) -> bad(number, why);
            }
        }

        private void line(JsonLine line) {
            Optional<String> named = line.json().string(FORMAT);
            if (named.isPresent()) {
                format = named.get();
                broken = line.json().string(Understood.BROKEN_AT_SOURCE).orElse(null);
                return;
            }
            Optional<String> why = Optional.ofNullable(broken);
            broken = null;
            RecordFormat known = formatOf(line.json());
            if (known == null) {
                bad(line.number(), "expected a known format, found " + format);
                return;
            }
            try {
                Understood.of(known, line, file).brokenAtItsSource(why).giveTo(sink);
            } catch (UnreadableRecord e) {
                bad(line.number(), String.valueOf(e.getMessage()));
            }
        }

        private @Nullable RecordFormat formatOf(JsonObject record) {
            return format.equals(PLAIN) ? PlainReader.formatOf(record) : formats.get(format);
        }

        private void bad(long number, String why) {
            sink.finding(JsonLineRecords.unreadable(file.place(number), why));
        }
    }
}
