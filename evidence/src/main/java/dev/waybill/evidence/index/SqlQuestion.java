package dev.waybill.evidence.index;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks an index in SQL. The connection reads only, and what is no question is not tried.
final class SqlQuestion {

    private static final Pattern READING =
            Pattern.compile("\\s*(?:select|with|values|explain)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private SqlQuestion() {}

    static void ask(Connection connection, String question, SqlAnswer answer) {
        if (!READING.matcher(question).matches()) {
            throw new WrongSql("expected a question that begins with select, with, values or explain");
        }
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(question)) {
            ResultSetMetaData columns = found.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(columns.getColumnLabel(i));
            }
            answer.columns(names);
            while (found.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    values.add(found.getObject(i));
                }
                answer.row(values);
            }
        } catch (SQLException e) {
            throw new WrongSql("SQLite says: " + words(String.valueOf(e.getMessage())));
        }
    }

    /// SQLite's own words, without the driver's frame: `[SQLITE_ERROR] SQL error or missing database (…)`.
    private static String words(String message) {
        int begin = message.indexOf('(');
        return message.startsWith("[SQLITE") && begin > 0 && message.endsWith(")")
                ? message.substring(begin + 1, message.length() - 1)
                : message;
    }
}
