package dev.waybill.app.command.history;

import dev.waybill.base.Digest;
import dev.waybill.journal.RunId;
import dev.waybill.journal.document.Edit;
import dev.waybill.journal.document.Shelf;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.Latch;
import dev.waybill.journal.store.LatchKey;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhook;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/// Rows in every table beside those of runs, each moved once by what moves it in production.
final class StoredRows {

    private static final Instant NOW = Instant.parse("2026-11-17T10:00:00.000001Z");
    private static final Instant LATER = NOW.plusSeconds(60);

    private StoredRows() {}

    static void fill(RunStore store, RunId run) {
        store.register(new ProcessId("test-1"), "test", NOW);
        store.createTokenKey(new TokenKey(1, new byte[32], NOW, null));
        store.rotateTokenKey(new TokenKey(2, new byte[32], LATER, null), LATER);
        store.addApiKey(key("key_1", "one"));
        store.addApiKey(key("key_2", "two"));
        store.expireApiKey("key_2", LATER);
        store.webhooks()
                .add(new Webhook(
                        "wh_1", "acme", "https://a.example/", List.of("*"), List.of("t"), "print", NOW, "ada"));
        documents(store);
        memory(store, run);
        deliveries(store, run);
        Latch latch = Latch.first(new LatchKey("kind", "acme", "name"), "one", NOW);
        store.commit(Transaction.of(latch));
        store.commit(Transaction.of(latch.next("two", LATER)));
    }

    private static ApiKey key(String id, String secret) {
        return new ApiKey(id, "acme", "label", digest(secret), Scope.ALL, NOW, null);
    }

    private static void documents(RunStore store) {
        for (String content : List.of("{}", "{\"a\":1}")) {
            store.documents()
                    .edit(new Edit(
                            Shelf.workflows("acme"),
                            "flow",
                            "application/json",
                            content.getBytes(StandardCharsets.UTF_8),
                            NOW,
                            "ada",
                            Edit.ANY));
        }
        store.documents().edit(new Edit(Shelf.workflows("acme"), "flow", null, null, LATER, "ada", Edit.ANY));
    }

    private static void memory(RunStore store, RunId run) {
        MemoryScope scope = new MemoryScope("acme", "notes");
        for (String content : List.of("under the mat", "with the neighbour")) {
            store.memories()
                    .write(new MemoryWrite(scope, "", run, 1, "notes", "key", content, List.of("t"), NOW, LATER));
        }
        store.memories().forget(NOW);
        store.memories()
                .write(new MemoryWrite(scope, "", null, 0, "notes", "car", "in the yard", List.of(), LATER, null));
    }

    private static void deliveries(RunStore store, RunId run) {
        IdempotencyRecord answer = new IdempotencyRecord(
                new IdempotencyKey("acme", "operation", "key"),
                digest("request"),
                "{}".getBytes(StandardCharsets.UTF_8),
                NOW,
                NOW.plusSeconds(1_000_000_000));
        store.commit(new Transaction(
                List.of(),
                List.of(),
                List.of(item("waits", run), item("retries", run), item("dies", run), item("revives", run)),
                answer,
                List.of(new TokenPlace(new TokenRef("0".repeat(24)), run, 1, 1))));
        store.postpone("retries", LATER);
        store.postings().claim(item("waits", run), LATER);
        store.postings().bury("revives", LATER, "nobody is there");
        store.postings().revive("kind:revives", LATER);
        store.postings().bury("dies", LATER, "nobody is there");
    }

    private static OutboxItem item(String id, RunId run) {
        return new OutboxItem(id, run, 1, "kind:" + id, "{}".getBytes(StandardCharsets.UTF_8), NOW, 0);
    }

    private static Digest digest(String text) {
        return Digest.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
