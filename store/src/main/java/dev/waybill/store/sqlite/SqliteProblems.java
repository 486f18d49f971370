package dev.waybill.store.sqlite;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Says what a failure of SQLite means and what to do about it.
record SqliteProblems(Path path) {

    StoreException of(SQLException failure) {
        return of(failure, false);
    }

    /// A commit that failed on its way to the disk may still be found there after a crash.
    StoreException ofCommit(SQLException failure) {
        return of(failure, true);
    }

    /// There is no such file.
    StoreException absent() {
        return new StoreException(
                StoreProblem.NOT_A_STORE,
                "%s is not a store: it has no %s".formatted(path.getParent(), path.getFileName()),
                null);
    }

    private StoreException of(SQLException failure, boolean committing) {
        SQLiteErrorCode code =
                failure instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        StoreProblem problem = problem(code, failure);
        boolean ambiguous = committing && (problem == StoreProblem.SYNC_FAILED || problem == StoreProblem.FAILED);
        return new StoreException(problem, ambiguous, sentence(problem, code), failure);
    }

    private static StoreProblem problem(SQLiteErrorCode code, SQLException failure) {
        return switch (code) {
            case SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC -> StoreProblem.SYNC_FAILED;
            default ->
                switch (primary(code)) {
                    case SQLITE_FULL -> StoreProblem.DISK_FULL;
                    case SQLITE_READONLY, SQLITE_PERM -> StoreProblem.READ_ONLY;
                    case SQLITE_CANTOPEN -> StoreProblem.READ_ONLY;
                    case SQLITE_CORRUPT, SQLITE_NOTADB -> StoreProblem.CORRUPT;
                    case SQLITE_BUSY, SQLITE_LOCKED -> StoreProblem.BUSY;
                    case SQLITE_IOERR -> isFull(failure) ? StoreProblem.DISK_FULL : StoreProblem.FAILED;
                    default -> StoreProblem.FAILED;
                };
        };
    }

    private static SQLiteErrorCode primary(SQLiteErrorCode code) {
        return code == SQLiteErrorCode.UNKNOWN_ERROR ? code : SQLiteErrorCode.getErrorCode(code.code & 0xFF);
    }

    private static boolean isFull(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("No space left");
    }

    private String sentence(StoreProblem problem, SQLiteErrorCode code) {
        return switch (problem) {
            case SYNC_FAILED ->
                "the disk could not confirm that %s is safe (%s): stop, check the disk, start again"
                        .formatted(path, code.name());
            case DISK_FULL ->
                "there is no space left for %s: free some and try again; nothing was lost".formatted(path);
            case READ_ONLY ->
                "%s cannot be written: check the permissions of its directory, or choose another with --data"
                        .formatted(path);
            case CORRUPT ->
                "%s is damaged or no Waybill store: restore it from a backup, or choose another directory with --data"
                        .formatted(path);
            case BUSY -> "another process has kept %s locked for too long: end it, or try again".formatted(path);
            case NOT_A_STORE, NEWER_SCHEMA, UNREACHABLE, FAILED ->
                "SQLite could not use %s (%s): see the cause, then try again".formatted(path, code.name());
        };
    }
}
