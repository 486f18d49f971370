package dev.waybill.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;

/// What the processors spend on a PostgreSQL of this machine: its first process and all that live by it.
record ServerTime(ProcessHandle first) {

    static ServerTime of(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            long own = row.next() ? row.getLong(1) : 0;
            return new ServerTime(ProcessHandle.of(own)
                    .flatMap(ProcessHandle::parent)
                    .orElseThrow(() -> new IllegalStateException("the server runs elsewhere")));
        }
    }

    long micros() {
        return Stream.concat(Stream.of(first), first.children())
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(time -> time.toNanos() / 1_000)
                .sum();
    }
}
