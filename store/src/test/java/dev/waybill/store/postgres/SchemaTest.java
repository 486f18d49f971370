package dev.waybill.store.postgres;

import static dev.waybill.simulator.TestAppend.newRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.simulator.TestRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The version of the tables, looked at inside every write.
class SchemaTest {

    private static final RunId RUN = TestRuns.id(1);
    private static final ProcessId PROCESS = new ProcessId("old");

    private final String url = PostgresServer.newDatabase();

    @Test
    void manyWhoOpenANewDatabaseAtOnceCreateItsTablesOnce() throws Exception {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<PostgresStore>> opened = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                opened.add(threads.submit(() -> PostgresStore.open(url)));
            }
            for (Future<PostgresStore> store : opened) {
                store.get().close();
            }
        }
        assertThat(PostgresServer.ask(url, "SELECT string_agg(version::text, ',') FROM waybill.schema_version"))
                .isEqualTo(String.valueOf(Schema.VERSION));
    }

    @Test
    void anOlderProgramStopsWritingAsSoonAsTheTablesAreNewer() {
        try (PostgresStore store = PostgresStore.open(url)) {
            PostgresServer.execute(url, "UPDATE waybill.schema_version SET version = 99");
            String before = PostgresServer.dump(url);
            assertRefused(() -> store.commit(newRun(RUN).alone()));
            assertRefused(() -> store.register(PROCESS, "serve", TestRuns.START));
            assertRefused(() -> store.heartbeat(PROCESS, TestRuns.START));
            assertRefused(() -> store.unregister(PROCESS));
            assertRefused(() -> store.claim(PROCESS, ClaimScope.ALL, TestRuns.START, Duration.ofSeconds(1), 1));
            assertRefused(() -> store.adopt(PROCESS, RUN));
            assertRefused(() -> store.delivered("x"));
            assertRefused(() -> store.postpone("x", TestRuns.START));
            assertRefused(() -> store.prune(RUN));
            assertRefused(() -> store.expire(TestRuns.START));
            assertRefused(() -> store.createTokenKey(TestRuns.tokenKey(0, TestRuns.START)));
            assertRefused(() -> store.rotateTokenKey(TestRuns.tokenKey(0, TestRuns.START), TestRuns.START));
            assertRefused(() -> store.addApiKey(TestRuns.apiKey("anna", TestRuns.START)));
            assertRefused(() -> store.addFirstApiKey(TestRuns.apiKey("anna", TestRuns.START)));
            assertRefused(() -> store.expireApiKey("anna", TestRuns.START));
            assertThat(PostgresServer.dump(url)).isEqualTo(before);
        }
        assertRefused(() -> PostgresStore.open(url).close());
    }

    private static void assertRefused(ThrowingCallable call) {
        StoreException refusal = catchThrowableOfType(StoreException.class, call);
        assertThat(refusal.problem()).isEqualTo(StoreProblem.NEWER_SCHEMA);
        assertThat(refusal)
                .hasMessageEndingWith("has tables of version 99 and this waybill knows up to %d: use the newer waybill"
                        .formatted(Schema.VERSION));
    }

    @Test
    void aMigrationCannotBeginWhileAWriteIsUnderWay() {
        String migration = "LOCK TABLE waybill.schema_version IN ACCESS EXCLUSIVE MODE NOWAIT";
        try (Database database = Database.open(Address.parse(url), _ -> {})) {
            database.write(_ -> {
                assertThatThrownBy(() -> PostgresServer.execute(url, "BEGIN; " + migration))
                        .hasRootCauseMessage("ERROR: could not obtain lock on relation \"waybill.schema_version\"");
                return true;
            });
            PostgresServer.execute(url, "BEGIN; " + migration);
        }
    }
}
