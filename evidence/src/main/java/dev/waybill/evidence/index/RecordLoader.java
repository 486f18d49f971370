package dev.waybill.evidence.index;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.EvidenceRecord;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.UnreadableRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns a row back into its record.
final class RecordLoader implements AutoCloseable {

    /// Whoever follows references comes back to the same records soon. Of large ones only the last is kept: one that
    /// joins thousands of others is looked at from each of them.
    private static final int REMEMBERED = 1024;

    private static final int LARGE = 1 << 14;

    private final MappedFile rows;
    private final MappedFile kept;
    private final RecentTexts<SourceText> places;
    private final RecentTexts<Integrity> integrities;
    private final RecentTexts<RecordFormat> formats;
    private final SourceBytes sources;
    private final Map<Integer, IndexedRecord> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, IndexedRecord> eldest) {
            return size() > REMEMBERED;
        }
    };

    private @Nullable IndexedRecord lastLarge;

    RecordLoader(MappedFile rows, MappedFile kept, TextFile texts, SourceBytes sources, List<RecordFormat> formats) {
        this.rows = rows;
        this.kept = kept;
        this.sources = sources;
        places = new RecentTexts<>(texts, SourceText::read);
        integrities = new RecentTexts<>(texts, RecordLoader::integrity);
        this.formats = new RecentTexts<>(texts, name -> format(name, formats));
    }

    IndexedRecord load(int number) {
        IndexedRecord known = lastLarge != null && lastLarge.row() == number ? lastLarge : recent.get(number);
        if (known != null) {
            return known;
        }
        Row row = Row.read(rows, number);
        IndexedRecord loaded = load(number, row);
        if (row.length() < LARGE) {
            recent.put(number, loaded);
        } else {
            lastLarge = loaded;
        }
        return loaded;
    }

    private IndexedRecord load(int number, Row row) {
        SourceText source = places.at(row.source());
        RecordFormat format = formats.at(row.format());
        try {
            JsonObject json = json(row, source);
            return new IndexedRecord(
                    number,
                    new EvidenceRecord(
                            format,
                            json,
                            format.content(json),
                            source.at(row.line()),
                            integrities.at(row.integrity())));
        } catch (UnreadableRecord | JsonException _) {
            throw SourceBytes.changed(source.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Integrity integrity(int number) {
        return integrities.at(Row.read(rows, number).integrity());
    }

    Place place(int number) {
        Row row = Row.read(rows, number);
        return places.at(row.source()).at(row.line());
    }

    /// The text of a record, as it was found.
    byte[] raw(int number) {
        Row row = Row.read(rows, number);
        try {
            return raw(row, places.at(row.source()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] raw(Row row, SourceText source) throws IOException {
        return row.isKept()
                ? kept.bytesAt(row.keptAt(), row.length())
                : sources.read(source.path(), row.offset(), row.length());
    }

    private JsonObject json(Row row, SourceText source) throws IOException {
        if (JsonReader.readAnyNumbers(raw(row, source), JsonLimits.DOCUMENT) instanceof JsonObject json) {
            return json;
        }
        throw SourceBytes.changed(source.path());
    }

    private static RecordFormat format(String name, List<RecordFormat> formats) {
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnusableIndex(
                        "the index holds records of the format " + name + ", which nothing here reads; make it anew"));
    }

    private static Integrity integrity(String text) {
        String[] parts = text.split("\0", 2);
        return new Integrity(Integrity.Level.valueOf(parts[0]), parts[1]);
    }

    @Override
    public void close() throws IOException {
        sources.close();
    }
}
