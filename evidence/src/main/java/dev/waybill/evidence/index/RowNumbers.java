package dev.waybill.evidence.index;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Numbers the records of an index from 0 in the order in which a reading meets them: a grown index then gives the same
/// answers in the same order as one that was made at once, though its keys are others.
final class RowNumbers {

    private static final int SOURCE_BITS = 32;

    private final long[] sources;
    private final int[] firsts;
    private final Map<Long, Integer> firstOfSource = new HashMap<>();
    private final int size;

    private RowNumbers(List<long[]> counted) {
        sources = new long[counted.size()];
        firsts = new int[counted.size()];
        int next = 0;
        for (int i = 0; i < sources.length; i++) {
            sources[i] = counted.get(i)[0];
            firsts[i] = next;
            firstOfSource.put(sources[i], next);
            next = Math.addExact(next, Math.toIntExact(counted.get(i)[1]));
        }
        size = next;
    }

    static RowNumbers read(Connection connection) throws SQLException {
        List<long[]> counted = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("select id, records from source where records > 0 order by position")) {
            while (found.next()) {
                counted.add(new long[] {found.getLong(1), found.getLong(2)});
            }
        }
        return new RowNumbers(counted);
    }

    static long key(long source, long ordinal) {
        return (source << SOURCE_BITS) + ordinal;
    }

    static long source(long key) {
        return key >>> SOURCE_BITS;
    }

    int row(long key) {
        return firstOfSource.getOrDefault(source(key), 0) + (int) key;
    }

    long key(int row) {
        int found = Arrays.binarySearch(firsts, row);
        int place = found < 0 ? -found - 2 : found;
        return key(sources[place], row - firsts[place]);
    }

    int size() {
        return size;
    }
}
