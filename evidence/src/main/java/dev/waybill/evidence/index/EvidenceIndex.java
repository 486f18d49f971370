package dev.waybill.evidence.index;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Finds records by what they are and by what they are about. Keys are hashes; a record is given only when its real
/// value is the one asked for. For one thread.
public final class EvidenceIndex implements AutoCloseable {

    /// Two renames are over sooner; a crash between them is not waited for.
    private static final int TRIES = 200;

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final Path folder;
    private final Manifest manifest;
    private final Arena arena;
    private final KeyFile keys;
    private final KeyFile times;
    private final Terms terms;
    private final TextFile findings;
    private final Map<Path, Source> sources;
    private final RecordLoader loader;

    private EvidenceIndex(Path folder, List<RecordFormat> formats, Arena arena) throws IOException {
        this.folder = folder;
        this.arena = arena;
        manifest = Manifest.read(folder);
        MappedFile rows = map(IndexFolder.ROWS);
        if (rows.size() != (long) manifest.rows() * Row.BYTES) {
            throw Manifest.damaged(folder, "its rows are not as many as its manifest says");
        }
        keys = new KeyFile(map(IndexFolder.KEYS));
        times = new KeyFile(map(IndexFolder.TIMES));
        terms = new Terms(new TextFile(map(IndexFolder.TERMS)));
        findings = new TextFile(map(IndexFolder.FINDINGS));
        sources = sources(new TextFile(map(IndexFolder.SOURCES)));
        loader = new RecordLoader(
                rows, map(IndexFolder.KEPT), new TextFile(map(IndexFolder.TEXTS)), new SourceBytes(sources), formats);
    }

    /// Opens the index that is there, all of it: while another takes its place, the old or the new one.
    ///
    /// @param formats of every reader; the index remembers them by name
    /// @throws UnusableIndex when there is none, or not a whole one of this version
    public static EvidenceIndex open(Path folder, List<RecordFormat> formats) throws IOException {
        Path place = Source.absolute(folder);
        for (int tries = 1; tries < TRIES; tries++) {
            Edition edition = Edition.at(place);
            try {
                EvidenceIndex index = opened(place, formats);
                if (!edition.isLeaving(place)) {
                    return index;
                }
                index.close();
            } catch (IOException | UnusableIndex e) {
                if (!edition.isLeaving(place)) {
                    throw e;
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return opened(place, formats);
    }

    private static EvidenceIndex opened(Path folder, List<RecordFormat> formats) throws IOException {
        Arena arena = Arena.ofShared();
        try {
            return new EvidenceIndex(folder, formats, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private MappedFile map(String name) throws IOException {
        return new MappedFile(folder.resolve(name), arena);
    }

    private static Map<Path, Source> sources(TextFile file) {
        Map<Path, Source> sources = new TreeMap<>();
        file.forEach(text -> {
            String[] parts = text.split("\0", 3);
            Path path = Path.of(parts[2]);
            sources.put(path, new Source(path, Long.parseLong(parts[0]), Long.parseLong(parts[1])));
        });
        return sources;
    }

    /// How many records there are.
    public int size() {
        return manifest.rows();
    }

    public IndexedRecord record(int row) {
        return loader.load(row);
    }

    /// The text of a record, byte for byte as it was found.
    public byte[] raw(int row) {
        return loader.raw(row);
    }

    /// All records, in the order in which they were found.
    public Stream<IndexedRecord> records() {
        return IntStream.range(0, size()).mapToObj(loader::load);
    }

    /// The records that have an id, or another id that means them. A bare id is looked for in every system.
    public List<IndexedRecord> byId(String id) {
        int colon = id.indexOf(':');
        if (colon > 0
                && colon < id.length() - 1
                && Repo.of(id.substring(0, colon)).isPresent()) {
            return byId(QualifiedId.parse(id, Repo.WAYBILL));
        }
        return all(
                Key.ID, id, content -> names(content).anyMatch(name -> name.id().equals(id)));
    }

    public List<IndexedRecord> byId(QualifiedId id) {
        return all(Key.ID, id.id(), content -> names(content).anyMatch(id::equals));
    }

    private static Stream<QualifiedId> names(RecordContent content) {
        return Stream.concat(Stream.of(content.id()), content.aliases().stream());
    }

    public List<IndexedRecord> by(Field field, String value) {
        return all(
                Key.of(field),
                value,
                content -> content.identity().value(field).filter(value::equals).isPresent());
    }

    public List<IndexedRecord> byCommit(String commit) {
        return all(
                Key.COMMIT,
                commit,
                content -> content.facts()
                        .string(Fact.COMMIT)
                        .filter(commit::equals)
                        .isPresent());
    }

    /// Lazily, as there may be very many.
    public Stream<IndexedRecord> ofType(String type) {
        return find(Key.TYPE, type, content -> content.type().equals(type));
    }

    /// The records that name this id as a parent.
    public List<IndexedRecord> children(QualifiedId id) {
        return all(Key.PARENT, id.id(), content -> content.parents().contains(id));
    }

    private FoundRecords all(Key key, String value, Predicate<RecordContent> really) {
        return records(keys.rows(key.hash(value, manifest.hashBits())).toArray())
                .where(found -> really.test(found.content()));
    }

    /// Some records, by their rows, as somebody put them in order.
    public FoundRecords records(int[] rows) {
        return new FoundRecords(loader, rows);
    }

    private Stream<IndexedRecord> find(Key key, String value, Predicate<RecordContent> really) {
        return keys.rows(key.hash(value, manifest.hashBits()))
                .mapToObj(loader::load)
                .filter(found -> really.test(found.content()));
    }

    /// The rows that may have this id, without reading them.
    public IntStream rowsWithId(String bareId) {
        return keys.rows(Key.ID.hash(bareId, manifest.hashBits()));
    }

    /// Every lever that a policy change names, in lower case.
    public List<String> levers() {
        return manifest.levers();
    }

    /// The changes of a lever at or before a time, the latest first. Lazily: mostly the first is the answer.
    public Stream<IndexedRecord> policyChanges(String lever, Instant upTo) {
        long group = PolicyTimes.group(lever, manifest.hashBits());
        long first = times.firstNotBelow(group + 1);
        long end = times.firstNotBelow(group + PolicyTimes.millis(upTo.toEpochMilli()) + 1);
        return changes(lever, LongStream.iterate(end - 1, pair -> pair >= first, pair -> pair - 1))
                .filter(change -> PolicyTimes.effective(change.content())
                        .filter(time -> !time.at().isAfter(upTo))
                        .isPresent());
    }

    /// The changes of a lever that name no time which can be read.
    public List<IndexedRecord> policyChangesWithoutTime(String lever) {
        long group = PolicyTimes.group(lever, manifest.hashBits());
        return changes(lever, LongStream.range(times.firstNotBelow(group), times.firstNotBelow(group + 1)))
                .toList();
    }

    private Stream<IndexedRecord> changes(String lever, LongStream pairs) {
        return pairs.mapToObj(pair -> loader.load(times.row(pair)))
                .filter(change -> PolicyTimes.lever(change.content())
                        .filter(lever::equals)
                        .isPresent());
    }

    /// The names that begin with a text, in order, at most so many.
    public List<String> prefix(Named kind, String start, int most) {
        return terms.startingWith(kind, start, most);
    }

    /// The names that are most like a text, the nearest first.
    public List<String> near(Named kind, String text, int most) {
        return terms.near(kind, text, most);
    }

    /// The files below what was asked for, by path.
    public List<Source> sources() {
        return List.copyOf(sources.values());
    }

    public List<Path> roots() {
        return manifest.roots();
    }

    /// What readers had to say.
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        findings(all::add);
        return all;
    }

    /// The same one after the other: a log that was cut or changed may bring up something for each of its lines.
    public void findings(Consumer<Finding> each) {
        findings.forEach(text -> each.accept(FindingText.read(text)));
    }

    /// Where a record lies, without reading it.
    public Place place(int row) {
        return loader.place(row);
    }

    /// Whether any file was changed, added or taken away since.
    public boolean isStale() throws IOException {
        return !Source.below(manifest.roots(), folder).equals(sources);
    }

    @Override
    public void close() throws IOException {
        loader.close();
        arena.close();
    }
}
