package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.Version;
import dev.waybill.app.house.Asked;
import dev.waybill.base.Digest;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.flow.FlowNodes;
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
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import dev.waybill.journal.store.Transaction;
import dev.waybill.journal.store.Webhook;
import dev.waybill.runtime.check.Fsck;
import dev.waybill.runtime.check.FsckCounts;
import dev.waybill.runtime.check.Repetition;
import dev.waybill.runtime.receipt.ReceiptIssuers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Rows in every table beside those of runs, each moved once by what moves it in production.
final class StoredRows {

    private static final Instant NOW = Instant.parse("2026-11-17T10:00:00.000001Z");
    private static final Instant LATER = NOW.plusSeconds(60);

    private StoredRows() {}

    /// Ten runs in all states, and a row in every table; gives one that waits for its approval.
    static RunId everything(Yard yard, Supplier<RunStore> open) throws InterruptedException {
        RunId run = yard.completed("ships");
        RunId waiting = yard.waiting("trains");
        RunId pruned = yard.completed("planes");
        yard.waits("fork", run.value(), "--at", "3", "--set", "topic=cars");
        yard.waits("fork", run.value(), "--at", "2", "--set", "topic=carts");
        try (RunStore store = open.get()) {
            fill(store, run);
            assertThat(store.prune(pruned)).isTrue();
        }
        return waiting;
    }

    /// What somebody could make of a value.
    static List<@Nullable Object> others(@Nullable Object value, boolean text) {
        List<@Nullable Object> others = new ArrayList<>();
        switch (value) {
            case null -> others.add(text ? "x" : 7);
            case String it ->
                others.add(it.isEmpty() ? "x" : it.substring(0, it.length() - 1) + (it.endsWith("x") ? "y" : "x"));
            case byte[] it -> {
                byte[] changed = it.length == 0 ? new byte[1] : it.clone();
                changed[changed.length / 2] ^= 1;
                others.add(changed);
            }
            case Boolean it -> others.add(!it);
            case Number it -> others.add(it.longValue() + 1);
            default -> throw new IllegalArgumentException(value.toString());
        }
        if (value != null) {
            others.add(null);
        }
        return others;
    }

    /// What is wrong, in a word; null when all is well.
    static @Nullable String look(RunStore store, ReceiptIssuers issuers) {
        List<String> said = new ArrayList<>();
        Repetition deep = new Repetition(
                FlowNodes.standard(), Limits.DEFAULT, Version.current().version());
        try {
            FsckCounts counts = Fsck.check(
                    store,
                    issuers,
                    Instant.ofEpochSecond(Asked.NOW + 1_000),
                    deep,
                    finding -> said.add(finding.code().wire() + " " + finding.message()));
            if (counts.unsealed() > 0) {
                said.add("unsealed");
            }
        } catch (StoreException e) {
            said.add(e.problem().code());
        }
        return said.isEmpty() ? null : said.getFirst();
    }

    private static void fill(RunStore store, RunId run) {
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
