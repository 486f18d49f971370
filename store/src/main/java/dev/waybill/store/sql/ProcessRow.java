package dev.waybill.store.sql;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.journal.store.LiveProcess;
import dev.waybill.journal.store.ProcessId;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A process as both stores keep it: id, kind, time, status.
public final class ProcessRow {

    private ProcessRow() {}

    public static LiveProcess read(ResultSet row) throws SQLException {
        JsonObject status = JsonReader.read(row.getString(4), JsonLimits.DOCUMENT)
                .asObject()
                .orElse(JsonObject.EMPTY);
        return new LiveProcess(
                new ProcessId(row.getString(1)), row.getString(2), Micros.toInstant(row.getLong(3)), status);
    }
}
