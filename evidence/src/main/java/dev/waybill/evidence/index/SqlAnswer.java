package dev.waybill.evidence.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Takes the answer to a question in SQL, row by row, as there may be very many.
public interface SqlAnswer {

    /// Comes first, once.
    void columns(List<String> names);

    /// @param values numbers, texts, bytes and nulls, as SQLite gives them
    void row(List<@Nullable Object> values);
}
