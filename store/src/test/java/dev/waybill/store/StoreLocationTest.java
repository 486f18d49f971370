package dev.waybill.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.store.StoreLocation.DataDirectory;
import dev.waybill.store.StoreLocation.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two options, one place.
class StoreLocationTest {

    private static final Path STANDARD = Path.of("standard");
    private static final String SECRET_URL = "postgresql://anna:secret@db:5432/waybill";

    @Test
    void withoutOptionsItIsTheStandardDirectory() {
        assertThat(StoreLocation.of(null, null, STANDARD)).isEqualTo(new DataDirectory(STANDARD));
        assertThat(StoreLocation.of(Path.of("mine"), null, STANDARD)).isEqualTo(new DataDirectory(Path.of("mine")));
    }

    @Test
    void aUrlOfPostgreSqlIsADatabase() {
        for (String url : new String[] {SECRET_URL, "postgres://db/waybill", "jdbc:postgresql://db/waybill"}) {
            assertThat(StoreLocation.of(null, url, STANDARD)).isEqualTo(new Database(url));
        }
    }

    @Test
    void aPasswordIsNeverShown() {
        assertThat(StoreLocation.of(null, SECRET_URL, STANDARD).toString()).doesNotContain("secret@");
        assertThatThrownBy(() -> StoreLocation.of(null, "mysql://anna:secret@db/waybill", STANDARD))
                .hasMessageContaining("postgresql://")
                .hasMessageNotContaining("secret@");
    }

    @Test
    void aDirectoryIsOpenedAsSqlite(@TempDir Path directory) {
        try (RunStore store = Stores.open(new DataDirectory(directory.resolve("deep/er")))) {
            assertThat(store.describe()).endsWith("waybill.db");
            assertThat(store.runs(RunQuery.all(1))).isEmpty();
        }
    }

    @Test
    void bothOptionsAtOnceAreRefused() {
        assertThatThrownBy(() -> StoreLocation.of(Path.of("mine"), SECRET_URL, STANDARD))
                .hasMessageContaining("--data or --db");
    }
}
