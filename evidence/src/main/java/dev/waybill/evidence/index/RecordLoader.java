package dev.waybill.evidence.index;

import dev.waybill.base.Recent;
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
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Turns a row back into its record.
final class RecordLoader implements AutoCloseable {

    /// Whoever follows references comes back to the same records soon. Of large ones only the last is kept: one that
    /// joins thousands of others is looked at from each of them.
    private static final int REMEMBERED = 1024;

    private static final int LARGE = 1 << 14;

    /// So many of a list are looked up with one question.
    private static final int AT_ONCE = 64;

    /// The file or folder of a record, as people know it and as it is found.
    private record Origin(String root, Path path, String label) {}

    private record Located(Origin origin, CommonPart common, long line, long offset, int length, long digest) {
        Place place() {
            return new Place(origin.root(), origin.label(), common.entry(), line);
        }
    }

    private final RowNumbers numbers;
    private final Map<String, RecordFormat> formats = new HashMap<>();
    private final SourceBytes bytes = new SourceBytes();
    private final Selects.Select located;
    private final Selects.Select locatedAtOnce;
    private final Selects.Select raws;
    private final Selects.Select origins;
    private final Selects.Select commons;
    private final Recent<Long, Origin> knownOrigins = new Recent<>(REMEMBERED);
    private final Recent<Long, CommonPart> knownCommons = new Recent<>(REMEMBERED);
    private final Recent<Integer, Located> ahead = new Recent<>(REMEMBERED);
    private final Recent<Integer, IndexedRecord> recent = new Recent<>(REMEMBERED);
    private @Nullable IndexedRecord lastLarge;

    RecordLoader(Selects selects, RowNumbers numbers, List<RecordFormat> formats) {
        this.numbers = numbers;
        formats.forEach(format -> this.formats.put(format.name(), format));
        String columns = "select common, line, offset, length, digest, row from record where row ";
        located = selects.of(columns + "= ?");
        locatedAtOnce = selects.of(columns + "in (select value from json_each(?))");
        raws = selects.of("select raw from record where row = ?");
        origins = selects.of("select root, path, label from source where id = ?");
        commons = selects.of("select repo, type, format, entry, level, detail from common where id = ?");
    }

    IndexedRecord load(int row) {
        IndexedRecord known = lastLarge != null && lastLarge.row() == row ? lastLarge : recent.get(row);
        if (known != null) {
            return known;
        }
        Located found = located(row);
        IndexedRecord loaded = load(row, found);
        if (found.length() < LARGE) {
            recent.put(row, loaded);
        } else {
            lastLarge = loaded;
        }
        return loaded;
    }

    private IndexedRecord load(int row, Located found) {
        RecordFormat format = format(found.common().format());
        try {
            if (JsonReader.readAnyNumbers(raw(row, found), JsonLimits.DOCUMENT) instanceof JsonObject json) {
                return new IndexedRecord(
                        row,
                        new EvidenceRecord(
                                format,
                                json,
                                format.content(json),
                                found.place(),
                                found.common().integrity()));
            }
        } catch (UnreadableRecord | JsonException _) {
            // Said below: it was a record when it was read.
        }
        throw SourceBytes.changed(found.origin().path());
    }

    /// Whoever looks at one record of a list mostly looks at the next ones, too.
    void lookAhead(int[] rows, int from) {
        int to = Math.min(rows.length, from + AT_ONCE);
        if (to - from < 2 || ahead.containsKey(rows[from]) || recent.containsKey(rows[from])) {
            return;
        }
        String keys = Arrays.stream(rows, from, to)
                .mapToObj(row -> Long.toString(numbers.key(row)))
                .collect(Collectors.joining(",", "[", "]"));
        locatedAtOnce.forEach(found -> ahead.put(numbers.row(found.getLong(6)), located(found)), keys);
    }

    private Located located(int row) {
        Located known = ahead.get(row);
        return known == null ? located.one(this::located, numbers.key(row)) : known;
    }

    private Located located(ResultSet found) throws SQLException {
        Origin origin = knownOrigins.computeIfAbsent(
                RowNumbers.source(found.getLong(6)), id -> origins.one(RecordLoader::origin, id));
        return new Located(
                origin,
                common(found.getLong(1)),
                found.getLong(2),
                found.getLong(3),
                found.getInt(4),
                found.getLong(5));
    }

    private static Origin origin(ResultSet found) throws SQLException {
        return new Origin(found.getString(1), Path.of(found.getString(2)), found.getString(3));
    }

    private CommonPart common(long number) {
        return knownCommons.computeIfAbsent(number, id -> commons.one(RecordLoader::common, id));
    }

    private static CommonPart common(ResultSet found) throws SQLException {
        return new CommonPart(
                found.getString(1),
                found.getString(2),
                found.getString(3),
                found.getString(4),
                new Integrity(Integrity.Level.valueOf(found.getString(5)), found.getString(6)));
    }

    Integrity integrity(int row) {
        return located(row).common().integrity();
    }

    Place place(int row) {
        return located(row).place();
    }

    /// The text of a record, as it was found.
    byte[] raw(int row) {
        return raw(row, located(row));
    }

    private byte[] raw(int row, Located found) {
        if (found.offset() < 0) {
            return raws.one(kept -> kept.getBytes(1), numbers.key(row));
        }
        try {
            return bytes.read(found.origin().path(), found.offset(), found.length(), found.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RecordFormat format(String name) {
        RecordFormat format = formats.get(name);
        if (format == null) {
            throw new UnusableIndex(
                    "the index holds records of the format " + name + ", which nothing here reads; make it anew");
        }
        return format;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
