package dev.waybill.simulator;

import dev.waybill.base.Digest;
import dev.waybill.base.id.Ulid;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.memory.MemoryScope;
import dev.waybill.journal.memory.MemoryWrite;
import dev.waybill.journal.store.ApiKey;
import dev.waybill.journal.store.IdempotencyKey;
import dev.waybill.journal.store.IdempotencyRecord;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Projection;
import dev.waybill.journal.store.Scope;
import dev.waybill.journal.store.StoredReceipt;
import dev.waybill.journal.store.TokenKey;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.journal.store.TokenRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

/// What is put into stores to test them: small, and different for every run and place.
public final class TestRuns {

    /// When all tests begin; with a fraction that only microseconds can tell.
    public static final Instant START = Instant.parse("2026-03-01T08:00:00.123456Z");

    /// Whose everything is, unless a test says otherwise.
    public static final String TENANT = "tenant-é";

    /// The kind of all deliveries.
    public static final String DELIVERY = "webhook";

    private static final int RANDOM_BITS_IN_HIGH = 16;

    private TestRuns() {}

    /// The n-th run; later ones sort after earlier ones.
    public static RunId id(int n) {
        return RunId.of(new Ulid(START.plusSeconds(n).toEpochMilli() << RANDOM_BITS_IN_HIGH, n));
    }

    public static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    public static RunHeader header(RunId run) {
        return header(run, TENANT, "flow", new Origin.Start(), List.of());
    }

    public static RunHeader header(RunId run, String tenant, String definitionId) {
        return header(run, tenant, definitionId, new Origin.Start(), List.of());
    }

    public static RunHeader child(RunId run, RunId parent) {
        return header(run, TENANT, "flow", new Origin.Child(parent, "wf_" + parent, "node-ß", 1), List.of());
    }

    /// A run that an agent paces.
    public static RunHeader guided(RunId run, String session) {
        return inSession(header(run), session);
    }

    /// The same header in a session.
    public static RunHeader inSession(RunHeader header, String session) {
        return new RunHeader(
                header.runId(),
                header.tenant(),
                header.workflowId(),
                header.definitionId(),
                header.definition(),
                header.correlationId(),
                header.origin(),
                header.prefix(),
                header.receipts(),
                header.seed(),
                header.engineVersion(),
                header.createdAt(),
                header.options(),
                session);
    }

    /// A fork where its last segment ends; one without segments begins anew.
    public static RunHeader fork(RunId run, RunId source, Segment... prefix) {
        long at = prefix.length == 0 ? 0 : prefix[prefix.length - 1].end();
        Origin origin = new Origin.Fork(source, "wf_" + source, at, ForkMode.BRANCH, JsonObject.EMPTY);
        return header(run, TENANT, "flow", origin, List.of(prefix));
    }

    private static RunHeader header(
            RunId run, String tenant, String definitionId, Origin origin, List<Segment> prefix) {
        return new RunHeader(
                run,
                tenant,
                "wf_" + run,
                definitionId,
                Digest.of(bytes(definitionId)),
                "correlation-✓",
                origin,
                prefix,
                ReceiptPolicy.DEFAULT,
                RunSeed.random(new Random(run.hashCode())),
                "0.1.0",
                START,
                JsonObject.builder().put("tag", "größe 🚚").build());
    }

    /// An event whose bytes tell its writer and place.
    public static StoredEvent event(String writer, long sequence) {
        return new StoredEvent(
                sequence,
                "node.completed",
                sequence % 2 == 0 ? "knoten-ä" : null,
                bytes("{\"sequence\":%d,\"writer\":\"%s\",\"text\":\"→ 運送状 🚚\"}".formatted(sequence, writer)),
                sequence % 3 == 0 ? new byte[0] : bytes("{\"hidden\":" + sequence + "}"));
    }

    public static List<StoredEvent> events(String writer, long from, int count) {
        return LongStream.range(from, from + count)
                .mapToObj(sequence -> event(writer, sequence))
                .toList();
    }

    /// The receipt at an index of a run's chain.
    public static StoredReceipt step(RunId run, long index, long sequence) {
        return receipt(StoredReceipt.Kind.STEP, run, index, sequence);
    }

    public static StoredReceipt summary(RunId run, long index, long sequence) {
        return receipt(StoredReceipt.Kind.SUMMARY, run, index, sequence);
    }

    private static StoredReceipt receipt(StoredReceipt.Kind kind, RunId run, long index, long sequence) {
        byte[] content = bytes(kind + " " + run + " " + index);
        return new StoredReceipt(kind, index, sequence, Digest.of(content), content);
    }

    /// Something can be done for the run at once.
    public static Projection ready(Instant since) {
        return new Projection(RunStatus.RUNNING, true, null, null, since);
    }

    /// The run sleeps until a deadline.
    public static Projection due(Instant at) {
        return new Projection(RunStatus.RUNNING, false, at, "délai", START);
    }

    /// Only a person can move the run on.
    public static Projection waiting() {
        return new Projection(RunStatus.WAITING_APPROVAL, false, null, "freigabe-ü", START);
    }

    public static Projection ended() {
        return new Projection(RunStatus.COMPLETED, false, null, null, START);
    }

    public static OutboxItem delivery(String id, RunId run, long sequence, Instant notBefore) {
        return new OutboxItem(id, run, sequence, DELIVERY, bytes("body of " + id), notBefore, 0);
    }

    /// The reference of a token; the same name gives the same one.
    public static TokenRef ref(String name) {
        return TokenRef.of(Arrays.copyOf(Digest.of(bytes(name)).toBytes(), TokenRef.LENGTH));
    }

    /// A place under the reference that is its own.
    public static TokenPlace place(RunId run, long sequence, int serial) {
        return new TokenPlace(ref(run + " " + sequence + " " + serial), run, sequence, serial);
    }

    public static TokenKey tokenKey(int id, Instant createdAt) {
        return new TokenKey(id, Digest.of(bytes(id + " " + createdAt)).toBytes(), createdAt, null);
    }

    /// A key with some scopes, which follow from its id.
    public static ApiKey apiKey(String id, Instant createdAt) {
        EnumSet<Scope> scopes = EnumSet.allOf(Scope.class);
        scopes.removeIf(scope -> (id + scope.wire()).hashCode() % 2 == 0);
        return apiKey(id, createdAt, scopes);
    }

    public static ApiKey apiKey(String id, Instant createdAt, Set<Scope> scopes) {
        return new ApiKey(id, TENANT, "schlüssel " + id, Digest.of(bytes(id)), scopes, createdAt, null);
    }

    /// The answer to a call, kept for an hour.
    public static IdempotencyRecord answer(String key, String text, Instant createdAt) {
        return answer(new IdempotencyKey(TENANT, "start", key), text, createdAt);
    }

    public static IdempotencyRecord answer(IdempotencyKey key, String text, Instant createdAt) {
        return new IdempotencyRecord(
                key,
                Digest.of(bytes("request " + key.key())),
                bytes(text),
                createdAt,
                createdAt.plus(Duration.ofHours(1)));
    }

    /// An entry that a run's event tells of, in what its tenant shares.
    public static MemoryWrite memory(RunId run, long sequence, String id) {
        return new MemoryWrite(
                MemoryScope.shared(TENANT), "", run, sequence, "ref", id, "größe 🚚", List.of(), at(sequence), null);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
