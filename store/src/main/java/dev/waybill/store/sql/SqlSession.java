package dev.waybill.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// One connection and the statements that it has seen, each prepared once. For one thread at a time.
public final class SqlSession implements AutoCloseable {

    private final Connection connection;
    private final StatementProbe probe;
    private final Map<String, PreparedStatement> statements;

    /// @param probe hears every statement
    public SqlSession(Connection connection, StatementProbe probe) {
        this(connection, probe, new HashMap<>());
    }

    private SqlSession(Connection connection, StatementProbe probe, Map<String, PreparedStatement> statements) {
        this.connection = connection;
        this.probe = probe;
        this.statements = statements;
    }

    public Connection connection() {
        return connection;
    }

    /// The same for what nobody listens to.
    public SqlSession unobserved() {
        return new SqlSession(connection, StatementProbe.NONE, statements);
    }

    /// The statement of a text, ready to be bound in order.
    public Bound prepare(String sql) throws SQLException {
        probe.before(sql);
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return new Bound(statement);
    }

    /// Runs a statement that has no parameters and no rows.
    public void run(String sql) throws SQLException {
        prepare(sql).run();
    }

    /// The connection takes its statements along. One whose last use failed would fail once more if it were closed.
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
