package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.UnreadableRecord;
import dev.waybill.evidence.read.JsonLines.Read;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Records that are no lines of a file but come one by one: a database's rows, git's commits, parts of a document. As
/// with [JsonLines] many are understood at once, on all cores, and handed on in their order. For one thread.
public final class JsonRows<T> implements AutoCloseable {

    /// @param number from 1
    public record Row(long number, JsonObject json) {}

    private static final int MOST = 512;
    private static final int HEAVIEST = 1 << 17;

    private final Function<Row, T> understand;
    private final InOrder<List<Row>, List<Read<T>>> inOrder;
    private List<Row> batch = new ArrayList<>();
    private long weight;
    private long count;

    /// @param understand what to make of a row, on any thread; it may throw [UnreadableRecord]
    /// @param next takes the results, one after the other
    public JsonRows(Function<Row, T> understand, Consumer<Read<T>> next) {
        this.understand = understand;
        inOrder = new InOrder<>(rows -> rows.stream().map(this::understood).toList(), results -> results.forEach(next));
    }

    private Read<T> understood(Row row) {
        try {
            return new Read.Good<>(understand.apply(row));
        } catch (UnreadableRecord e) {
            return new Read.Bad<>(row.number(), String.valueOf(e.getMessage()));
        }
    }

    /// @param bytes about how large the row is: many large ones at once would fill the memory
    public void add(JsonObject json, long bytes) throws IOException {
        add(++count, json, bytes);
    }

    /// @param number where it lies, when rows are not just counted
    public void add(long number, JsonObject json, long bytes) throws IOException {
        batch.add(new Row(number, json));
        weight += bytes;
        if (batch.size() == MOST || weight > HEAVIEST) {
            inOrder.add(batch);
            batch = new ArrayList<>();
            weight = 0;
        }
    }

    /// Waits until every row was handed on.
    @Override
    public void close() throws IOException {
        try (inOrder) {
            inOrder.add(batch);
        }
    }
}
