package dev.waybill.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.host.wiring.HostIds;
import dev.waybill.journal.store.RunStore;
import dev.waybill.runtime.guided.TokenKeyring;
import dev.waybill.store.StoreLocation;
import dev.waybill.store.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What other hosts call this one is in their logs, and has to stay.
class HostIdsTest {

    private static final InstantSource CLOCK = InstantSource.system();

    @TempDir
    private Path folder;

    private RunStore open(String name) {
        return Stores.open(new StoreLocation.DataDirectory(folder.resolve(name)));
    }

    private static String id(RunStore store) {
        return HostIds.of(store, CLOCK);
    }

    @Test
    void everyProcessOnAStoreIsTheSameHostAlsoAfterARestartAndWithNewTokenKeys() {
        String first;
        try (RunStore store = open("one");
                RunStore beside = open("one")) {
            first = id(store);
            assertThat(id(beside)).isEqualTo(first);
            new TokenKeyring(store, CLOCK, new Random(1)).rotate(CLOCK.instant().minus(Duration.ofDays(1)));
        }
        try (RunStore again = open("one")) {
            assertThat(id(again)).isEqualTo(first);
        }
    }

    @Test
    void anotherStoreIsAnotherHost() {
        try (RunStore one = open("one");
                RunStore two = open("two")) {
            assertThat(id(one)).isNotEqualTo(id(two));
        }
    }
}
