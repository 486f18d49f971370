package dev.waybill.store.sql;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.store.KeptJson;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Who wants to hear of events. Both stores speak the same SQL here; only the table is called otherwise.
public record SqlWebhooks(SqlAccess access, String table) implements Webhooks {

    private static final String EVENTS = "events";
    private static final String TAGS = "tags";

    @Override
    public List<Row> all() {
        return access.read(session -> session.prepare("SELECT id, tenant, url, filter, fingerprint, created_at,"
                        + " created_by, row_sum FROM " + table + " ORDER BY created_at, id")
                .rows(SqlWebhooks::row));
    }

    /// What somebody damaged is told to its own tenant: starts of all tenants read these rows.
    private static Row row(ResultSet row) throws SQLException {
        String id = row.getString(1);
        String tenant = row.getString(2);
        try {
            return new Row(id, tenant, webhook(id, tenant, row), null);
        } catch (StoreException e) {
            return new Row(id, tenant, null, e);
        }
    }

    private static Webhook webhook(String id, String tenant, ResultSet row) throws SQLException {
        String place = "webhooks, %s of tenant %s".formatted(id, tenant);
        JsonObject filter = KeptJson.read(row.getString(4), place);
        Webhook webhook = new Webhook(
                id,
                tenant,
                row.getString(3),
                texts(filter, EVENTS),
                texts(filter, TAGS),
                row.getString(5),
                Micros.toInstant(row.getLong(6)),
                row.getString(7));
        RowSum.require(row, 8, sum(webhook, row.getString(4)), place);
        return webhook;
    }

    private static long sum(Webhook webhook, String filter) {
        return RowSum.of(
                webhook.id(),
                webhook.tenant(),
                webhook.url(),
                filter,
                webhook.fingerprint(),
                webhook.createdAt(),
                webhook.createdBy());
    }

    private static List<String> texts(JsonObject filter, String name) {
        return filter.array(name).orElse(JsonArray.EMPTY).items().stream()
                .flatMap(text -> text.asString().stream())
                .toList();
    }

    @Override
    public boolean add(Webhook webhook) {
        String filter = JsonWriter.compact(JsonObject.builder()
                .put(EVENTS, JsonArray.ofStrings(webhook.events()))
                .put(TAGS, JsonArray.ofStrings(webhook.tags()))
                .build());
        return access.write(session -> session.prepare("""
                                INSERT INTO %s (id, tenant, url, filter, fingerprint, created_at, created_by, row_sum)
                                VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""".formatted(table))
                        .text(webhook.id())
                        .text(webhook.tenant())
                        .text(webhook.url())
                        .text(filter)
                        .text(webhook.fingerprint())
                        .time(webhook.createdAt())
                        .text(webhook.createdBy())
                        .number(sum(webhook, filter))
                        .update()
                == 1);
    }

    @Override
    public boolean remove(String tenant, String id) {
        return access.write(session -> session.prepare("DELETE FROM " + table + " WHERE tenant = ? AND id = ?")
                        .text(tenant)
                        .text(id)
                        .update()
                == 1);
    }
}
