package dev.waybill.evidence.index;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an index says about itself.
///
/// @param roots what was asked for
/// @param print how all of it looked before it was read
record Meta(List<Path> roots, String print) {

    private static final String ROOTS = "roots";
    private static final String PRINT = "print";

    static void write(Connection connection, List<Path> roots, String print) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert or replace into meta values (?, ?)")) {
            put(
                    insert,
                    ROOTS,
                    JsonArray.ofStrings(roots.stream().map(Path::toString).toList())
                            .toString());
            put(insert, PRINT, print);
        }
    }

    private static void put(PreparedStatement insert, String name, String value) throws SQLException {
        insert.setString(1, name);
        insert.setString(2, value);
        insert.executeUpdate();
    }

    static Meta read(Connection connection) throws SQLException {
        Map<String, String> values = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select name, value from meta")) {
            while (found.next()) {
                values.put(found.getString(1), found.getString(2));
            }
        }
        List<Path> roots = JsonReader.read(values.getOrDefault(ROOTS, "[]"), JsonLimits.DOCUMENT)
                .asArray()
                .map(JsonArray::items)
                .orElse(List.of())
                .stream()
                .flatMap(item -> item.asString().stream())
                .map(Path::of)
                .toList();
        return new Meta(roots, values.getOrDefault(PRINT, ""));
    }
}
