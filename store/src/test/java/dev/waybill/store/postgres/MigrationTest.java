package dev.waybill.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.store.VersionOne;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A database of an earlier version is brought to the latest one when it is opened.
class MigrationTest {

    private static final String COLUMNS = """
            SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, is_nullable, collation_name), ', '
                              ORDER BY table_name, column_name)
              FROM information_schema.columns WHERE table_schema = 'waybill'""";

    private static final String INDEXES =
            "SELECT string_agg(indexdef, ', ' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'waybill'";

    private final String url = PostgresServer.newDatabase();

    @BeforeEach
    void aStoreOfVersionOne() {
        PostgresServer.execute(url, VersionOne.sql("postgres"));
        assertThat(version()).isEqualTo("1");
    }

    @Test
    void whatWasInItIsReadableAndGoesOn() {
        try (PostgresStore store = PostgresStore.open(url)) {
            VersionOne.assertReadable(store);
            VersionOne.assertWritable(store);
        }
    }

    @Test
    void theDatabaseThenRefusesBinariesOfTheEarlierVersion() {
        PostgresStore.open(url).close();
        assertThat(version()).isEqualTo("11");
        assertThat(Schema.VERSION).isEqualTo(11);
    }

    @Test
    void itsTablesAreThenThoseOfANewDatabase() {
        PostgresStore.open(url).close();
        String fresh = PostgresServer.newDatabase();
        PostgresStore.open(fresh).close();
        for (String question : List.of(COLUMNS, INDEXES)) {
            assertThat(PostgresServer.ask(url, question)).isEqualTo(PostgresServer.ask(fresh, question));
        }
    }

    @Test
    void manyWhoOpenItAtOnceChangeItOnceAndNoneWaitsForOneThatWaitsForIt() throws Exception {
        List<Future<PostgresStore>> opened = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < 6; i++) {
                opened.add(threads.submit(() -> PostgresStore.open(url)));
            }
        }
        for (Future<PostgresStore> store : opened) {
            VersionOne.assertReadable(store.get());
            store.get().close();
        }
    }

    private String version() {
        return PostgresServer.ask(url, "SELECT string_agg(version::text, ',') FROM waybill.schema_version");
    }
}
