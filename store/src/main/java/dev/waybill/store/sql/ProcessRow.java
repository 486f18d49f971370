package dev.waybill.store.sql;

import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A process as both stores keep it: id, kind, time, status.
public final class ProcessRow {

    private ProcessRow() {}

    public static LiveProcess read(ResultSet row) throws SQLException {
        return new LiveProcess(
                new ProcessId(row.getString(1)),
                row.getString(2),
                Micros.toInstant(row.getLong(3)),
                status(row.getString(1), row.getString(4)));
    }

    /// All processes are read together, and the next heartbeat writes this anew: one that is damaged hides no other.
    private static JsonObject status(String process, String text) {
        try {
            return KeptJson.read(text, "processes, " + process);
        } catch (StoreException e) {
            return JsonObject.of("damaged", String.valueOf(e.getMessage()));
        }
    }
}
