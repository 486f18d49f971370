package dev.waybill.store.sqlite;

import dev.waybill.store.sql.SqlSession;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Something to do inside the writer's transaction, and what came of it.
final class Write<R> {

    private final boolean calls;
    private final Work<R> work;
    private @Nullable R result;

    /// @param calls whether a claim may find something afterwards that it would not have found before
    Write(boolean calls, Work<R> work) {
        this.calls = calls;
        this.work = work;
    }

    boolean calls() {
        return calls;
    }

    void run(SqlSession session) throws SQLException {
        result = work.in(session);
    }

    R result() {
        if (result == null) {
            throw new IllegalStateException("nothing was written yet");
        }
        return result;
    }

    /// What to do.
    @FunctionalInterface
    interface Work<R> {
        R in(SqlSession session) throws SQLException;
    }
}
