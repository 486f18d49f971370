package dev.waybill.store.sql;

import dev.waybill.journal.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A table whose rows bear a [RowSum].
///
/// @param place columns that name a row to a person
/// @param fixed columns that never change, in the order in which they are summed
/// @param moving whole numbers that change where they lie: they are added to the sum, so that an UPDATE can move both
/// @param only which rows bear one; empty for all
/// @param sum the column of the checksum
public record SealedTable(
        String name, List<String> place, List<String> fixed, List<String> moving, String only, String sum) {

    public static SealedTable of(String name, String place, String fixed) {
        return new SealedTable(name, names(place), names(fixed), List.of(), "", "row_sum");
    }

    public SealedTable moving(String columns) {
        return new SealedTable(name, place, fixed, names(columns), only, sum);
    }

    public SealedTable only(String condition) {
        return new SealedTable(name, place, fixed, moving, condition, sum);
    }

    public SealedTable summedIn(String column) {
        return new SealedTable(name, place, fixed, moving, only, column);
    }

    /// What gives tables their checksums.
    ///
    /// @param tables by their names, with spaces between
    /// @param more a table and the name of its second checksum
    public static String addSums(String tables, String type, String... more) {
        StringBuilder steps = new StringBuilder();
        for (String table : tables.split(" ", -1)) {
            steps.append("ALTER TABLE %s ADD COLUMN row_sum %s;\n".formatted(table, type));
        }
        for (String one : more) {
            String[] words = one.split(" ", -1);
            steps.append("ALTER TABLE %s ADD COLUMN %s %s;\n".formatted(words[0], words[1], type));
        }
        return steps.toString();
    }

    private static List<String> names(String columns) {
        return List.of(columns.split(", ", -1));
    }

    /// The table alone, where others are joined to it.
    String title() {
        return name.split(" ", 2)[0];
    }

    /// Whose row it is, where the place says so.
    @Nullable
    String runOf(ResultSet row) throws SQLException {
        String first = row.getString(1);
        return first != null && first.startsWith(RunId.PREFIX) ? first : null;
    }

    String select() {
        List<String> all = Stream.of(place, fixed, moving, List.of(sum))
                .flatMap(List::stream)
                .toList();
        return "SELECT " + String.join(", ", all) + " FROM " + name + (only.isEmpty() ? "" : " WHERE " + only);
    }
}
