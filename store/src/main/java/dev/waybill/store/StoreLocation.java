package dev.waybill.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a user keeps the runs.
public sealed interface StoreLocation {

    /// `--data DIR`: SQLite, nothing to set up.
    record DataDirectory(Path path) implements StoreLocation {}

    /// `--db URL`: PostgreSQL, for several nodes. The URL may hold a password, so it is never shown.
    record Database(String url) implements StoreLocation {
        @Override
        public String toString() {
            return "Database(secret)";
        }
    }

    /// What the two options say together. A database wins over a directory that nobody named.
    ///
    /// @param data the value of `--data`, if given
    /// @param db the value of `--db`, if given
    /// @param standard the directory to use when neither is given
    /// @throws IllegalArgumentException when both are given, or the URL is no PostgreSQL's
    static StoreLocation of(@Nullable Path data, @Nullable String db, Path standard) {
        if (db == null) {
            return new DataDirectory(data == null ? standard : data);
        }
        if (data != null) {
            throw new IllegalArgumentException("expected --data or --db, found both: runs lie in one place");
        }
        if (!db.matches("(jdbc:)?postgres(ql)?:.*")) {
            throw new IllegalArgumentException(
                    "expected --db postgresql://user:password@host:5432/database, found another kind of URL");
        }
        return new Database(db);
    }
}
