package dev.waybill.store.sqlite;

import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.base.Digest;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.simulator.TestAppend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a store is on disk: who may read it, what a look at it leaves behind, and what is in the temp folder
/// afterwards.
class SqliteFilesTest {

    @TempDir
    Path folder;

    @Test
    void onlyTheOwnerMayReadAStoreAndItsFolder() throws IOException {
        Path data = folder.resolve("a/data");
        try (SqliteStore store = SqliteStore.open(data)) {
            store.commit(TestAppend.newRun(id(1)).events(1).alone());
            assertThat(rights(data)).isEqualTo("rwx------");
            try (Stream<Path> files = Files.list(data)) {
                assertThat(files)
                        .hasSizeGreaterThan(1)
                        .allSatisfy(file -> assertThat(rights(file)).isEqualTo("rw-------"));
            }
        }
    }

    @Test
    void rightsThatSomebodyGaveOnPurposeStay() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        SqliteStore.open(folder).close();
        Path file = folder.resolve(SqliteFile.NAME);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        SqliteStore.open(folder).close();
        assertThat(rights(folder)).isEqualTo("rwxr-x---");
        assertThat(rights(file)).isEqualTo("rw-r-----");
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void anyPathIsAPath() {
        for (String name : List.of("what?mode=memory", "50%41", "a#b", "a b", "ünï", "file:x")) {
            Path data = folder.resolve(name);
            try (SqliteStore store = SqliteStore.open(data)) {
                store.commit(TestAppend.newRun(id(1)).events(1).alone());
            }
            assertThat(SqliteStore.isIn(data)).as(name).isTrue();
            try (SqliteStore store = SqliteStore.openToRead(data)) {
                assertThat(store.run(id(1))).as(name).isPresent();
            }
        }
    }

    @Test
    void aLookMakesNothingAndLeavesNothing() throws IOException {
        Path nowhere = folder.resolve("typo");
        assertThat(problem(nowhere)).isEqualTo(StoreProblem.NOT_A_STORE);
        assertThat(nowhere).doesNotExist();
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.commit(TestAppend.newRun(id(1)).events(3).alone());
        }
        Map<String, String> before = content(folder);
        try (SqliteStore store = SqliteStore.openToRead(folder)) {
            assertThat(store.events(id(1), 0, 9)).hasSize(3);
            assertThat(catchThrowableOfType(
                                    StoreException.class,
                                    () -> store.commit(
                                            TestAppend.newRun(id(2)).events(1).alone()))
                            .problem())
                    .isEqualTo(StoreProblem.READ_ONLY);
        }
        assertThat(content(folder)).isEqualTo(before);
    }

    @Test
    void whoLooksSeesWhatOthersWriteMeanwhile() throws InterruptedException {
        try (SqliteStore writing = SqliteStore.open(folder);
                SqliteStore looking = SqliteStore.openToRead(folder)) {
            long stamp = looking.changes().stamp();
            assertThat(writing.commit(TestAppend.newRun(id(1)).events(1).alone()))
                    .isEqualTo(Commit.DONE);
            assertThat(looking.changes().await(stamp, Duration.ofSeconds(20))).isGreaterThan(stamp);
            assertThat(looking.run(id(1))).isPresent();
        }
    }

    @Test
    void anotherProgramsFileIsNoStore() throws SQLException, IOException {
        Path file = folder.resolve(SqliteFile.NAME);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE notes (text)");
        }
        assertThat(problem(folder)).isEqualTo(StoreProblem.NOT_A_STORE);
        Files.writeString(file, "this is no database. ".repeat(500));
        assertThat(problem(folder)).isEqualTo(StoreProblem.CORRUPT);
    }

    private static StoreProblem problem(Path data) {
        return catchThrowableOfType(
                        StoreException.class, () -> SqliteStore.openToRead(data).close())
                .problem();
    }

    private static Map<String, String> content(Path folder) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                content.put(
                        file.getFileName().toString(),
                        Files.getLastModifiedTime(file) + " " + Digest.of(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    /// Reads a store, as another process does that may not write to it.
    static final class Looker {
        private Looker() {}

        public static void main(String[] args) {
            try (SqliteStore store = SqliteStore.openToRead(Path.of(args[0]))) {
                System.out.println("found " + store.runs(RunQuery.all(10)).size());
            } catch (StoreException e) {
                System.out.println(e.problem() + " " + e.getMessage());
            }
            // As a command ends.
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    void aDirectoryThatNobodyMayWriteToIsRead() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (SqliteStore store = SqliteStore.open(data)) {
            store.commit(TestAppend.newRun(id(1)).events(3).alone());
        }
        Map<String, String> before = content(data);
        Files.setPosixFilePermissions(data.resolve(SqliteFile.NAME), PosixFilePermissions.fromString("r--------"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("r-x------"));
        assertThat(look(data, mortal())).endsWith("found 1");
        assertThat(content(data)).isEqualTo(before);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    }

    /// To root no right is denied, unless it gives that power away.
    private String[] mortal() throws IOException {
        Path locked = Files.createDirectory(
                folder.resolve("locked"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------")));
        if (!Files.isWritable(locked)) {
            return new String[0];
        }
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "root without setpriv may always write");
        return new String[] {"/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"};
    }

    @Test
    void aCommandLeavesNothingInTheTempFolder() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        SqliteStore.open(data).close();
        for (int i = 0; i < 2; i++) {
            assertThat(look(data)).endsWith("found 0");
            assertThat(folder.resolve("tmp")).isEmptyDirectory();
        }
        try (Stream<Path> unpacked = Files.walk(folder.resolve("cache"))) {
            assertThat(unpacked.filter(Files::isRegularFile)).hasSize(1);
        }
        // A folder that others could have filled is not trusted, and still nothing stays behind.
        try (Stream<Path> folders = Files.walk(folder.resolve("cache"))) {
            for (Path each : folders.filter(Files::isDirectory).toList()) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }
        assertThat(look(data)).endsWith("found 0");
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }

    /// @param as words before the command
    private String look(Path data, String... as) throws IOException, InterruptedException {
        Path temp = Files.createDirectories(folder.resolve("tmp"));
        List<String> words = new ArrayList<>(List.of(as));
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temp,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Looker.class.getName(),
                data.toString()));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return said;
    }
}
