package dev.waybill.evidence.index;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Makes an index of what readers find. It is written beside its place and moved there by [#commit()]; until then the
/// old one stays.
public final class IndexWriter implements RecordSink, AutoCloseable {

    private final ProcessLock lock;
    private final Path folder;
    private final Path incoming;
    private final List<Path> roots;
    private final Tuning tuning;
    private final BinaryOutput rows;
    private final BinaryOutput kept;
    private final TextWriter texts;
    private final TextWriter findings;
    private final TermWriter terms;
    private final KeySorter keys;
    private final KeySorter times;
    private final TreeSet<String> levers = new TreeSet<>();
    private int count;
    private @Nullable Place lastPlace;
    private long lastSource;
    private @Nullable RecordFormat lastFormat;
    private int lastFormatText;
    private @Nullable Integrity lastIntegrity;
    private long lastIntegrityText;

    private IndexWriter(ProcessLock lock, Path folder, List<Path> roots, Tuning tuning) throws IOException {
        this.lock = lock;
        this.folder = folder;
        this.roots = roots.stream().map(Source::absolute).toList();
        this.tuning = tuning;
        incoming = IndexFolder.begin(folder);
        rows = new BinaryOutput(incoming.resolve(IndexFolder.ROWS));
        kept = new BinaryOutput(incoming.resolve(IndexFolder.KEPT));
        texts = new TextWriter(incoming.resolve(IndexFolder.TEXTS));
        findings = new TextWriter(incoming.resolve(IndexFolder.FINDINGS));
        terms = new TermWriter(incoming.resolve(IndexFolder.TERMS));
        keys = new KeySorter(incoming, IndexFolder.KEYS, tuning);
        times = new KeySorter(incoming, IndexFolder.TIMES, new Tuning(1 << 14, tuning.fanIn(), Long.SIZE));
        writeSources();
    }

    /// Begins an index, once no other is being written there. For one thread, which must close it.
    ///
    /// @param folder where it will lie; an index that is there already is replaced in the end
    /// @param roots what will be read; how its files look now decides later whether the index is stale
    public static IndexWriter begin(Path folder, List<Path> roots) throws IOException {
        return begin(folder, roots, Tuning.USUAL);
    }

    static IndexWriter begin(Path folder, List<Path> roots, Tuning tuning) throws IOException {
        Path place = Source.absolute(folder);
        ProcessLock lock = IndexFolder.lock(place, () -> {});
        try {
            return new IndexWriter(lock, place, roots, tuning);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /// Whether a folder is one of this index's own, which is no evidence.
    public boolean isOwn(Path path) {
        return IndexFolder.isOwn(folder, Source.absolute(path));
    }

    /// Keeps everybody else from writing an index there: for who must look at one before writing it anew.
    ///
    /// @param waiting told when another is writing
    public static ProcessLock alone(Path folder, Runnable waiting) throws IOException {
        return IndexFolder.lock(Source.absolute(folder), waiting);
    }

    private void writeSources() throws IOException {
        try (TextWriter out = new TextWriter(incoming.resolve(IndexFolder.SOURCES))) {
            for (Source source : Source.below(roots, folder).values()) {
                out.append(source.size() + "\0" + source.modified() + "\0" + source.path());
            }
            out.finish();
        }
    }

    @Override
    public void record(FoundRecord found) {
        prepared(found).take(found.integrity());
    }

    /// Keys are the larger part of the work, and need nothing of the index.
    @Override
    public PreparedRecord prepared(FoundRecord found) {
        PreparedRow row = PreparedRow.of(found, tuning.hashBits());
        return integrity -> {
            try {
                add(row, integrity);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    @Override
    public void finding(Finding finding) {
        try {
            findings.append(FindingText.write(finding));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(PreparedRow found, Integrity integrity) throws IOException {
        if (count == Integer.MAX_VALUE) {
            throw new UnusableIndex("expected at most " + Integer.MAX_VALUE + " records; index fewer files at once");
        }
        int row = count++;
        new Row(
                        source(found.place()),
                        found.raw() == null ? found.offset() : keep(found.raw()),
                        found.place().line(),
                        integrity(integrity),
                        found.length(),
                        format(found.format()))
                .write(rows);
        found.keys().give(row, keys, tuning.hashBits(), terms);
        if (found.change() != null) {
            levers.add(found.change().lever());
            times.add(found.change().time(), row);
        }
    }

    /// Neighbours mostly fare alike: the text is made once.
    private long integrity(Integrity integrity) throws IOException {
        if (!integrity.equals(lastIntegrity)) {
            lastIntegrityText = texts.put(integrity.level() + "\0" + integrity.detail());
            lastIntegrity = integrity;
        }
        return lastIntegrityText;
    }

    private long keep(byte[] raw) throws IOException {
        long place = kept.position();
        kept.put(raw);
        return -1 - place;
    }

    /// Records of one file come together: its text is made once.
    private long source(Place place) throws IOException {
        Place last = lastPlace;
        if (last == null
                || !last.file().equals(place.file())
                || !Objects.equals(last.entry(), place.entry())
                || !last.root().equals(place.root())) {
            lastSource = texts.put(SourceText.of(place).write());
            lastPlace = place;
        }
        return lastSource;
    }

    private int format(RecordFormat format) throws IOException {
        if (!format.equals(lastFormat)) {
            lastFormatText = Math.toIntExact(texts.put(format.name()));
            lastFormat = format;
        }
        return lastFormatText;
    }

    /// Ends the index and puts it in its place.
    public void commit() throws IOException {
        // The disk takes in what is written already while the keys are merged.
        Background.all(List.of(this::finishFiles, this::finishKeys));
        new Manifest(count, tuning.hashBits(), roots, List.copyOf(levers)).write(incoming);
        IndexFolder.replace(folder);
    }

    private boolean finishFiles() throws IOException {
        rows.finish();
        kept.finish();
        texts.finish();
        findings.finish();
        terms.finish();
        return true;
    }

    private boolean finishKeys() throws IOException {
        keys.finish(incoming.resolve(IndexFolder.KEYS));
        times.finish(incoming.resolve(IndexFolder.TIMES));
        return true;
    }

    /// How many records were found so far.
    public int size() {
        return count;
    }

    /// Leaves nothing behind of an index that was not committed.
    @Override
    public void close() throws IOException {
        for (AutoCloseable part : List.of(keys, times, rows, kept, texts, findings, terms)) {
            closeQuietly(part);
        }
        try (lock) {
            IndexFolder.delete(incoming);
        }
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception _) {
            // What was being written is thrown away.
        }
    }
}
