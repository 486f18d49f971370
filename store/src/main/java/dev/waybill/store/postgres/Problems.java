package dev.waybill.store.postgres;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/// Turns the server's error codes into one sentence for a person, with what to do next.
record Problems(Address address) {

    /// Whether the connection is gone, so that another one may succeed. 25P03 comes to a process that was stopped in
    /// the middle of a transaction.
    static boolean isLost(SQLException e) {
        String state = state(e);
        return state.startsWith("08")
                || state.startsWith("57P")
                || state.equals("25P03")
                || (isFromPool(e) && e.getCause() != null);
    }

    /// Whether a failed commit certainly kept nothing: the server itself says that it rolled back.
    static boolean isUndone(SQLException e) {
        String state = state(e);
        return state.startsWith("40") || state.startsWith("23") || state.startsWith("25");
    }

    /// Whether the same work, done again at once, may succeed: its connection broke, or others were in its way.
    static boolean mayWorkNow(SQLException e) {
        return switch (state(e)) {
            case "40001", "40P01", "23505" -> true;
            default -> isLost(e) && !isFromPool(e);
        };
    }

    /// Two wrote the same new thing at the same time, and the other was first.
    static SQLException overtaken() {
        return new SQLException("somebody else was first", "40001");
    }

    StoreException of(SQLException e) {
        return of(e, false);
    }

    /// @param ambiguous whether the transaction may have become durable all the same
    StoreException of(SQLException e, boolean ambiguous) {
        String sentence = sentence(e) + (ambiguous ? "; whether the last change was kept is not known yet" : "");
        return new StoreException(problem(e), ambiguous, sentence, e);
    }

    StoreException newer(int found, int known) {
        return new StoreException(
                StoreProblem.NEWER_SCHEMA,
                "%s has tables of version %d and this waybill knows up to %d: use the newer waybill"
                        .formatted(address.describe(), found, known),
                null);
    }

    /// Tables that are not there, or of an earlier version, under somebody who only looks.
    StoreException unprepared(int found, int known) {
        return found == 0
                ? new StoreException(
                        StoreProblem.NOT_A_STORE,
                        address.describe() + " is not a store: it has no tables of ours",
                        null)
                : new StoreException(
                        StoreProblem.READ_ONLY,
                        "%s has tables of version %d and this waybill reads %d: 'waybill work' brings them up to date"
                                .formatted(address.describe(), found, known),
                        null);
    }

    /// A row holds what nobody wrote.
    StoreException damaged(IllegalArgumentException why) {
        return StoreException.damaged(address.describe(), why);
    }

    StoreException closed() {
        return new StoreException(StoreProblem.FAILED, "the store " + address.describe() + " is closed", null);
    }

    private static StoreProblem problem(SQLException e) {
        if (isLost(e)) {
            return StoreProblem.UNREACHABLE;
        }
        if (isFromPool(e) && e.getCause() == null) {
            return StoreProblem.BUSY;
        }
        return switch (state(e)) {
            case "28000", "28P01", "3D000" -> StoreProblem.UNREACHABLE;
            case "53300", "40001", "40P01", "55P03", "57014" -> StoreProblem.BUSY;
            case "53100" -> StoreProblem.DISK_FULL;
            case "25006", "42501" -> StoreProblem.READ_ONLY;
            case "XX001", "XX002" -> StoreProblem.CORRUPT;
            default -> StoreProblem.FAILED;
        };
    }

    private String sentence(SQLException e) {
        String where = address.describe();
        if (isWithoutTls(e)) {
            return "%s offers no TLS, and sslmode=%s demands it: turn TLS on in the server, or connect with sslmode=prefer"
                    .formatted(where, address.login().getProperty("sslmode"));
        }
        return switch (state(e)) {
            // The last is the driver's own, when the server asks for a password and there is none.
            case "28000", "28P01", "08004" ->
                "%s refuses user %s: check the name, the password and pg_hba.conf".formatted(where, address.user());
            case "3D000" -> "%s does not exist: create it with createdb %s".formatted(where, address.database());
            case "53300" -> where + " has no free connection: raise max_connections or stop another client";
            case "40001", "40P01", "55P03", "57014" -> where + " is busy: try again";
            case "53100" -> where + " has no room left on its disk: free some, then try again";
            case "25006" -> where + " takes no writes, it is a standby or set to read only: use the primary's address";
            case "42501" ->
                "user %s lacks a right in %s: grant CREATE on the database, or own the schema waybill"
                        .formatted(address.user(), where);
            case "XX001", "XX002" -> where + " reports damaged data: stop and restore it from a backup";
            default ->
                isLost(e)
                        ? where + " is not reachable: check that it runs and that the address is right"
                        : "%s failed (SQLSTATE %s): %s".formatted(where, state(e), firstLine(e));
        };
    }

    /// The driver has one code for a missing password and for a server that speaks no TLS.
    private boolean isWithoutTls(SQLException e) {
        SQLException said = driver(e);
        return "08004".equals(said.getSQLState())
                && address.login().getProperty("sslmode") != null
                && String.valueOf(said.getMessage()).contains("SSL");
    }

    private static String state(SQLException e) {
        String state = driver(e).getSQLState();
        return state == null ? "" : state;
    }

    /// The pool passes on what the driver said last.
    private static SQLException driver(SQLException e) {
        SQLException deepest = e;
        while (deepest.getSQLState() == null && deepest.getCause() instanceof SQLException cause) {
            deepest = cause;
        }
        return deepest;
    }

    /// The pool has waited long enough: for the server if there is a cause, otherwise for our own connections.
    private static boolean isFromPool(SQLException e) {
        return e instanceof SQLTransientConnectionException;
    }

    private static String firstLine(SQLException e) {
        @Nullable String message = e.getMessage();
        return message == null ? "no reason given" : message.lines().findFirst().orElse("no reason given");
    }
}
