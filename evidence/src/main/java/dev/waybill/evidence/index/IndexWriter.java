package dev.waybill.evidence.index;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.read.Bookmark;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.PreparedRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.write.ProcessLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Brings an index up to date with what readers find. What is as it was is not read again, what has grown is read from
/// where it ended, and what is gone goes. All of it is one transaction, which [#commit()] ends: until then others see
/// the index as it was.
public final class IndexWriter implements RecordSink, AutoCloseable {

    private final ProcessLock lock;
    private final Path folder;
    private final List<Path> roots;
    private final String print;
    private final Connection connection;
    private final RecordTables tables;
    private final SourceTable sources;

    private IndexWriter(ProcessLock lock, Path folder, List<Path> roots, Connection connection)
            throws IOException, SQLException {
        this.lock = lock;
        this.folder = folder;
        this.roots = roots;
        this.connection = connection;
        print = Print.of(roots, folder);
        tables = new RecordTables(connection);
        sources = new SourceTable(connection, tables);
        if (Collections.disjoint(Meta.read(connection).roots(), roots)) {
            sources.forgetAll();
        }
    }

    /// Begins once no other is at it. For one thread, which must close it.
    ///
    /// @param folder where the index lies, or will lie
    /// @param roots what will be read; how its files look now decides later whether the index is stale
    public static IndexWriter begin(Path folder, List<Path> roots) throws IOException {
        return begin(folder, roots, () -> {});
    }

    /// @param waiting told when another is at it
    public static IndexWriter begin(Path folder, List<Path> roots, Runnable waiting) throws IOException {
        Path place = absolute(folder);
        ProcessLock lock = ProcessLock.hold(place, "index", waiting);
        try {
            Connection connection = IndexDatabase.writer(place);
            try {
                return new IndexWriter(
                        lock, place, roots.stream().map(IndexWriter::absolute).toList(), connection);
            } catch (IOException | SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            lock.close();
            throw IndexDatabase.damaged(place, e);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /// Whether a folder is the index's own, which is no evidence.
    public boolean isOwn(Path path) {
        return absolute(path).equals(folder);
    }

    /// Forgets what was read before, so that all of it is read again.
    public void forget() {
        attempt(sources::forgetAll);
    }

    @Override
    public Optional<Bookmark> begin(Path root, Path path) throws IOException {
        try {
            return sources.begin(root, absolute(path));
        } catch (SQLException e) {
            throw IndexDatabase.damaged(folder, e);
        }
    }

    @Override
    public void leansOn(Path beside) {
        sources.leansOn(absolute(beside));
    }

    @Override
    public void readUpTo(Bookmark end) {
        sources.readUpTo(end);
    }

    @Override
    public void record(FoundRecord found) {
        prepared(found).take(found.integrity());
    }

    /// To extract what is kept is the larger part of the work, and needs nothing of the index.
    @Override
    public PreparedRecord prepared(FoundRecord found) {
        PreparedRow row = PreparedRow.of(found);
        return integrity -> add(row, integrity);
    }

    private void add(PreparedRow row, Integrity integrity) {
        attempt(() -> tables.add(sources.nextKey(), row, integrity));
    }

    @Override
    public void finding(Finding finding) {
        sources.noteTrouble(finding.code());
        Place place = finding.place();
        attempt(() -> tables.add(sources.id(), finding, place));
    }

    /// Ends the transaction: from now on others see what was read.
    public void commit() {
        attempt(() -> {
            sources.finish();
            tables.finish();
            Meta.write(connection, roots, print);
            try (Statement statement = connection.createStatement()) {
                IndexSchema.makeIndexes(statement);
                statement.execute("commit");
            }
        });
    }

    private interface Action {
        void run() throws SQLException, IOException;
    }

    private void attempt(Action action) {
        try {
            action.run();
        } catch (SQLException e) {
            throw IndexDatabase.damaged(folder, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// How many records there are now.
    public long size() {
        return sources.records();
    }

    /// Leaves nothing behind of what was not committed.
    @Override
    public void close() throws IOException {
        try (lock) {
            connection.close();
        } catch (SQLException e) {
            throw IndexDatabase.damaged(folder, e);
        }
    }
}
