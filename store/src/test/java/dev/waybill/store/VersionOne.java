package dev.waybill.store;

import static dev.waybill.simulator.TestRuns.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.journal.RunId;
import dev.waybill.journal.Segment;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Blob;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredReceipt.Kind;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.journal.store.TokenPlace;
import dev.waybill.simulator.TestAppend;
import dev.waybill.simulator.TestRuns;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/// A store that the first version of the tables left behind. It was written by that version itself, and never changes.
public final class VersionOne {

    private static final RunId ENDED = id(1);
    private static final RunId FORK = id(2);

    private VersionOne() {}

    /// What makes such a store of an empty database.
    ///
    /// @param database `sqlite` or `postgres`
    public static String sql(String database) {
        String name = "/schema-1/" + database + ".sql";
        try (InputStream file = Objects.requireNonNull(VersionOne.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Everything that was in it is there.
    public static void assertReadable(RunStore store) {
        assertThat(store.runs(RunQuery.all(9)))
                .containsExactly(
                        new StoredRun(
                                TestRuns.fork(FORK, ENDED, new Segment(ENDED, 2)),
                                3,
                                TestRuns.waiting(),
                                null,
                                null,
                                0,
                                false),
                        new StoredRun(TestRuns.header(ENDED), 3, TestRuns.ended(), null, null, 0, false));
        assertThat(store.events(ENDED, 0, 9)).extracting(StoredEvent::sequence).containsExactly(0L, 1L, 2L);
        assertThat(store.events(FORK, 0, 9)).hasSize(3);
        assertThat(store.events(FORK, 2, 9).getFirst().publicPart())
                .isEqualTo(TestRuns.event(FORK.value(), 2).publicPart());
        assertThat(store.receipts(ENDED, Kind.STEP, 0, 9)).hasSize(2);
        assertThat(store.receipts(ENDED, Kind.SUMMARY, 0, 9)).hasSize(1);
        assertThat(store.blob(Blob.of(TestRuns.bytes("body")).digest())).hasValue(TestRuns.bytes("body"));
        assertThat(store.undelivered(TestRuns.DELIVERY, TestRuns.at(9), 9)).hasSize(1);
        assertThat(store.answered(TestRuns.answer("k", "", TestRuns.at(0)).key(), TestRuns.at(1)))
                .isPresent();
        assertThat(store.othersAlive(new ProcessId("new"), TestRuns.at(0), Duration.ofSeconds(1)))
                .isTrue();
    }

    /// Old runs go on, and what the new tables are for works beside them.
    public static void assertWritable(RunStore store) {
        TokenPlace place = TestRuns.place(FORK, 3, 0);
        assertThat(store.commit(TestAppend.append(FORK, 3).events(1).with(place)))
                .isEqualTo(Commit.DONE);
        assertThat(store.place(place.ref())).hasValue(place);
        assertThat(store.commit(TestAppend.newRun(TestRuns.guided(id(3), "new")).alone()))
                .isEqualTo(Commit.DONE);
        assertThat(store.runs(RunQuery.where().tenant("tenant-é").session("new").newest(9)))
                .hasSize(1);
        assertThat(store.createTokenKey(TestRuns.tokenKey(0, TestRuns.at(0)))).hasSize(1);
        assertThat(store.addFirstApiKey(TestRuns.apiKey("anna", TestRuns.at(0))))
                .isTrue();
    }
}
