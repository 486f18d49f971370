package dev.waybill.store.sql;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Who wants to hear of events. Both stores speak the same SQL here; only the table is called otherwise.
public record SqlWebhooks(SqlAccess access, String table) implements Webhooks {

    private static final String EVENTS = "events";
    private static final String TAGS = "tags";

    @Override
    public List<Webhook> all() {
        return access.read(session -> session.prepare("SELECT id, tenant, url, filter, fingerprint, created_at,"
                        + " created_by FROM " + table + " ORDER BY created_at, id")
                .rows(SqlWebhooks::webhook));
    }

    private static Webhook webhook(ResultSet row) throws SQLException {
        JsonObject filter =
                JsonReader.readObject(row.getString(4).getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
        return new Webhook(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                texts(filter, EVENTS),
                texts(filter, TAGS),
                row.getString(5),
                Micros.toInstant(row.getLong(6)),
                row.getString(7));
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
                                INSERT INTO %s (id, tenant, url, filter, fingerprint, created_at, created_by)
                                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""".formatted(table))
                        .text(webhook.id())
                        .text(webhook.tenant())
                        .text(webhook.url())
                        .text(filter)
                        .text(webhook.fingerprint())
                        .time(webhook.createdAt())
                        .text(webhook.createdBy())
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
