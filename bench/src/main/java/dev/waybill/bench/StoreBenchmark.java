package dev.waybill.bench;

import dev.waybill.journal.store.RunStore;
import dev.waybill.store.sqlite.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// How fast events become durable in a store, with all that a store checks and keeps.
final class StoreBenchmark implements Benchmark {

    /// Many runs share one sync, so together they are faster than anybody alone.
    private static final int MANY = 64;

    @Override
    public String name() {
        return "store";
    }

    @Override
    public String question() {
        return "durable appends of one event on SQLite against a bare loop of INSERT and COMMIT, same pragmas";
    }

    @Override
    public void run(Effort effort, Consumer<Figure> figures) throws IOException, SQLException {
        Path directory = Files.createTempDirectory("waybill-bench");
        try (RunStore store = SqliteStore.open(directory);
                var bare = new BareInserts(directory.resolve("bare.db"))) {
            Work.Source subject = () -> new RunAppends(store);
            Work.Source yardstick = () -> bare;
            figures.accept(Figure.of("1 writer", Duel.run(effort, 1, subject, yardstick), new Target.AtLeast(0.6)));
            figures.accept(Figure.of(
                    MANY + " writers against 1 bare loop",
                    Duel.run(effort, MANY, subject, 1, yardstick),
                    new Target.AtLeast(1)));
        } finally {
            delete(directory);
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList().reversed()) {
                Files.delete(file);
            }
        }
    }
}
