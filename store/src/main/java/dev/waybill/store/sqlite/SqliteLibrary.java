package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Objects;
import java.util.Optional;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/// The driver's native library, unpacked once for this user.
///
/// Left to itself the driver unpacks a megabyte into the temp folder at every start and deletes it when the JVM ends in
/// good order, which a command that halts never does. The library is code: it is taken only from a folder that nobody
/// else can write to.
public final class SqliteLibrary {

    private static final String FOLDER = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    private static boolean loaded;

    private SqliteLibrary() {}

    /// Loads the library, once in a process, before anybody asks the driver for a connection.
    public static synchronized void load() {
        if (loaded) {
            return;
        }
        try {
            if (System.getProperty(FOLDER) == null) {
                loadUnpacked();
            } else {
                SQLiteJDBCLoader.initialize();
            }
        } catch (Exception e) {
            throw new StoreException(
                    StoreProblem.FAILED,
                    "SQLite's library cannot be loaded (%s): check that this machine is one it was built for"
                            .formatted(e.getMessage()),
                    e);
        }
        loaded = true;
    }

    private static void loadUnpacked() throws Exception {
        Optional<Path> kept = cache().flatMap(folder -> keptIn(folder.resolve(version())));
        if (kept.isPresent()) {
            loadFrom(kept.get());
            return;
        }
        Path folder = Files.createTempDirectory("waybill-sqlite-");
        Path library = folder.resolve(LibraryLoaderUtil.getNativeLibName());
        try {
            unpack(library);
            loadFrom(folder);
        } finally {
            // A library that is loaded is no longer needed by its name, except on Windows.
            Files.deleteIfExists(library);
            Files.deleteIfExists(folder);
        }
    }

    private static void loadFrom(Path folder) throws Exception {
        System.setProperty(FOLDER, folder.toString());
        System.setProperty(NAME, LibraryLoaderUtil.getNativeLibName());
        SQLiteJDBCLoader.initialize();
    }

    /// Where XDG keeps what can be made again; empty where this user has no home.
    private static Optional<Path> cache() {
        String named = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home", "?");
        if (named != null && !named.isBlank()) {
            return Optional.of(Path.of(named, "waybill"));
        }
        return home.equals("?") ? Optional.empty() : Optional.of(Path.of(home, ".cache", "waybill"));
    }

    /// One home may be used on several machines.
    private static String version() {
        Path platform = Path.of(LibraryLoaderUtil.getNativeLibResourcePath());
        return "sqlite-%s-%s-%s"
                .formatted(
                        SQLiteJDBCLoader.getVersion(),
                        platform.getName(platform.getNameCount() - 2),
                        platform.getFileName());
    }

    /// The folder with the whole library in it; empty when it cannot be kept there, or others could have put it there.
    private static Optional<Path> keptIn(Path folder) {
        Path library = folder.resolve(LibraryLoaderUtil.getNativeLibName());
        try {
            Files.createDirectories(folder, OwnerOnly.folder());
            if (!isOurs(folder)) {
                return Optional.empty();
            }
            if (!Files.isRegularFile(library, LinkOption.NOFOLLOW_LINKS) || Files.size(library) != size()) {
                Path fresh = Files.createTempFile(folder, "unpacking-", ".tmp", OwnerOnly.file());
                try {
                    unpack(fresh);
                    Files.move(fresh, library, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(fresh);
                }
            }
            return Optional.of(folder);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private static boolean isOurs(Path folder) throws IOException {
        if (!OwnerOnly.isKnown(folder)) {
            return true;
        }
        var rights = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && !rights.contains(PosixFilePermission.GROUP_WRITE)
                && !rights.contains(PosixFilePermission.OTHERS_WRITE)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName().equals(System.getProperty("user.name"));
    }

    private static URL resource() {
        String path = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        return Objects.requireNonNull(
                SQLiteJDBCLoader.class.getResource(path), () -> "the driver has no library " + path);
    }

    private static long size() throws IOException {
        return resource().openConnection().getContentLengthLong();
    }

    private static void unpack(Path target) throws IOException {
        try (InputStream in = resource().openStream()) {
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
