package dev.waybill.evidence.index;

import dev.waybill.base.Recent;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.Repo;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Finds records by what they are and by what they are about, in an index as it was when it was opened. For one thread.
public final class EvidenceIndex implements AutoCloseable {

    /// Of fewer characters no hash of a commit is shortened to.
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");

    private static final int SHORTEST_COMMIT = 7;

    private static final int REMEMBERED = 8;

    private final Path folder;
    private final Connection connection;
    private final Meta meta;
    private final RowNumbers numbers;
    private final RecordLoader loader;
    private final Names names;
    private final Selects selects;
    private final List<PolicyScope> policyScopes;
    private final Recent<String, int[]> rowsOfId = new Recent<>(REMEMBERED);

    private EvidenceIndex(Path folder, List<RecordFormat> formats, Connection connection) throws SQLException {
        this.folder = folder;
        this.connection = connection;
        selects = new Selects(connection, folder);
        meta = Meta.read(connection);
        numbers = RowNumbers.read(connection);
        loader = new RecordLoader(selects, numbers, formats);
        names = new Names(selects);
        policyScopes = selects.of("select distinct lever, owner from change order by lever, owner")
                .all(found -> new PolicyScope(found.getString(1), found.getString(2)));
    }

    private static String column(Field field) {
        return switch (field) {
            case CORRELATION -> "correlation";
            case TASK -> "task";
            case EPISODE -> "episode";
            case AGENT -> "agent";
            case POLICY_VERSION -> "policy_version";
            case CONTEXT_HASH -> "context_hash";
        };
    }

    /// Opens the index that is there. It stays as it is for whoever has opened it, though another may write meanwhile.
    ///
    /// @param formats of every reader; the index remembers them by name
    /// @throws UnusableIndex when there is none, or not a whole one of this version
    public static EvidenceIndex open(Path folder, List<RecordFormat> formats) {
        Path place = IndexWriter.absolute(folder);
        try {
            Connection connection = IndexDatabase.snapshot(place);
            try {
                return new EvidenceIndex(place, formats, connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw IndexDatabase.damaged(place, e);
        }
    }

    /// How many records there are.
    public int size() {
        return numbers.size();
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
        return records(rowsWithId(id).toArray());
    }

    public List<IndexedRecord> byId(QualifiedId id) {
        return records(rowsWithId(id.id()).toArray())
                .where(record -> names(record.content()).anyMatch(id::equals));
    }

    private static Stream<QualifiedId> names(RecordContent content) {
        return Stream.concat(Stream.of(content.id()), content.aliases().stream());
    }

    public List<IndexedRecord> by(Field field, String value) {
        return all(selects.of("select row from record where " + column(field) + " = ?")
                .numbers(value));
    }

    /// The records about a commit, whose hash they and the question may shorten: it is looked for from seven characters
    /// on.
    public List<IndexedRecord> byCommit(String commit) {
        return all(ofCommit(commit));
    }

    private LongStream ofCommit(String commit) {
        if (!isCommit(commit)) {
            return LongStream.empty();
        }
        String start = commit.substring(0, SHORTEST_COMMIT);
        return selects.of("""
                        select row from record where commit_id >= ?1 and commit_id < ?2
                            and (substr(commit_id, 1, length(?3)) = ?3
                                or substr(?3, 1, length(commit_id)) = commit_id)
                        """).numbers(start, start + "~", commit);
    }

    /// The hashes of commits that begin with a text, at most so many. One that another one only shortens is left out.
    public List<String> commits(String start, int most) {
        List<String> named = isCommit(start) ? prefix(Named.COMMIT, start, most) : List.of();
        return IntStream.range(0, named.size())
                .filter(i -> i + 1 == named.size() || !named.get(i + 1).startsWith(named.get(i)))
                .mapToObj(named::get)
                .toList();
    }

    public Stream<IndexedRecord> ofType(String type) {
        return rows(selects.of("select row from record where common in (select id from common where type = ?)")
                        .numbers(type))
                .mapToObj(loader::load);
    }

    /// Whether a text can be the hash of a commit, or the beginning of one.
    public static boolean isCommit(String text) {
        return COMMIT.matcher(text).matches();
    }

    /// The records that name this id as a parent, or that belong to it by a link of their own.
    public List<IndexedRecord> children(QualifiedId id) {
        LongStream linked = selects.of("select row from link where parent = ? and repo = ?")
                .numbers(id.id(), id.repo().wire());
        if (id.repo() != Repo.AGENTMESH) {
            return all(linked);
        }
        LongStream ofTask = selects.of("select row from record where task = ?").numbers(id.id());
        return all(LongStream.concat(LongStream.concat(linked, ofTask), ofCommit(id.id())))
                .where(child -> child.content().references().stream().anyMatch(link -> means(link, id)));
    }

    /// A commit may be named by the beginning of its hash.
    private static boolean means(QualifiedId link, QualifiedId id) {
        return link.equals(id)
                || (isCommit(link.id()) && link.repo() == id.repo() && id.id().startsWith(link.id()));
    }

    private FoundRecords all(LongStream keys) {
        return records(rows(keys).toArray());
    }

    /// In the order in which they were found, each once.
    private IntStream rows(LongStream keys) {
        return keys.mapToInt(numbers::row).sorted().distinct();
    }

    /// Some records, by their rows, as somebody put them in order.
    public FoundRecords records(int[] rows) {
        return new FoundRecords(loader, rows);
    }

    /// The rows that have this id, without reading them. Checks ask for the same one again and again.
    public IntStream rowsWithId(String bareId) {
        return IntStream.of(rowsOfId.computeIfAbsent(
                bareId,
                id -> rows(selects.of("select row from record where id = ?1 union select row from alias where id = ?1")
                                .numbers(id))
                        .toArray()));
    }

    /// Every lever that a policy change names, for each owner of such changes.
    public List<PolicyScope> policyScopes() {
        return policyScopes;
    }

    /// The changes of a lever at or before a time, the latest first. Lazily: mostly the first is the answer.
    public Stream<IndexedRecord> policyChanges(PolicyScope scope, Instant upTo) {
        PolicyChanges latestFirst = new PolicyChanges(selects, numbers, scope, upTo);
        return StreamSupport.intStream(Spliterators.spliteratorUnknownSize(latestFirst, Spliterator.ORDERED), false)
                .mapToObj(loader::load)
                .filter(change -> PolicyTimes.effective(change.content())
                        .filter(time -> !time.at().isAfter(upTo))
                        .isPresent());
    }

    /// The first change of a lever after a time; of several at one time the one that was found last.
    public Optional<IndexedRecord> firstPolicyChangeAfter(PolicyScope scope, Instant time) {
        // Two changes within one millisecond are told apart by reading them.
        return Stream.of(time.toEpochMilli(), time.toEpochMilli() + 1)
                .flatMap(from -> all(selects.of("""
                                select row from change where lever = ?1 and owner = ?2 and at =
                                    (select min(at) from change where lever = ?1 and owner = ?2 and at >= ?3)
                                """).numbers(scope.lever(), scope.owner(), from)).stream()
                        .filter(change -> when(change).isAfter(time))
                        .min(Comparator.comparing(EvidenceIndex::when)
                                .thenComparing(IndexedRecord::row, Comparator.reverseOrder()))
                        .stream())
                .findFirst();
    }

    private static Instant when(IndexedRecord change) {
        return PolicyTimes.effective(change.content()).orElseThrow().at();
    }

    /// The changes of a lever of which nobody says when they were made.
    public List<IndexedRecord> policyChangesWithoutTime(PolicyScope scope) {
        return all(selects.of("select row from change where lever = ? and owner = ? and at is null")
                .numbers(scope.lever(), scope.owner()));
    }

    /// The names that begin with a text, in order, at most so many.
    public List<String> prefix(Named kind, String start, int most) {
        return names.startingWith(kind, start, most);
    }

    /// The names that are most like a text, the nearest first.
    public List<String> near(Named kind, String text, int most) {
        return names.near(kind, text, most);
    }

    /// The files and packs that were met, as people know them.
    public List<String> sources() {
        return selects.of("select label from source order by position").all(found -> found.getString(1));
    }

    public List<Path> roots() {
        return meta.roots();
    }

    /// What readers had to say.
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        findings(all::add);
        return all;
    }

    /// The same one after the other: a log that was cut or changed may bring up something for each of its lines.
    public void findings(Consumer<Finding> each) {
        selects.of("""
                select code, finding.root, file, entry, finding.line, message from finding
                    left join source on source.id = finding.source order by position, number
                """).forEach(found -> each.accept(finding(found)));
    }

    private static Finding finding(ResultSet found) throws SQLException {
        @Nullable String root = found.getString(2);
        Place place = root == null ? null : new Place(root, found.getString(3), found.getString(4), found.getLong(5));
        return new Finding(FindingCode.valueOf(found.getString(1)), place, found.getString(6));
    }

    /// Where a record lies, without reading it.
    public Place place(int row) {
        return loader.place(row);
    }

    /// How many questions were put to the database so far: what an answer costs, whatever the machine does besides.
    public long lookups() {
        return selects.asked();
    }

    /// Answers a question in SQL, about the views `records`, `links` and `findings`.
    ///
    /// @throws WrongSql when SQLite cannot make anything of it
    public void sql(String question, SqlAnswer answer) {
        SqlQuestion.ask(connection, question, answer);
    }

    /// Whether any file was changed, added or taken away since.
    public boolean isStale() throws IOException {
        return !Print.of(meta.roots(), folder).equals(meta.print());
    }

    @Override
    public void close() throws IOException {
        try {
            loader.close();
            connection.close();
        } catch (SQLException e) {
            throw IndexDatabase.damaged(folder, e);
        }
    }
}
