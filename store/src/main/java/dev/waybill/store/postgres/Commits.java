package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.Commit;
import dev.waybill.journal.store.Transaction;
import dev.waybill.store.sql.BatchWriter;
import dev.waybill.store.sql.Company;
import dev.waybill.store.sql.GroupCommit;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Three ways to a commit, each shared by many callers.
///
/// What only extends a run needs one statement, as long as nobody was faster, and so does what only creates one.
/// Everything else, and what those statements left undone, is judged row by row in a transaction of several.
final class Commits implements AutoCloseable {

    private static final int JUDGES = 4;
    private static final int MOST_IN_A_BATCH = 256;

    /// What a statement costs beside its rows is a tenth of the whole when sixteen share it.
    private static final Company COMPANY = new Company(16, Duration.ofMillis(3));

    private final Database database;
    private final Consumer<Boolean> tell;
    private final GroupCommit<Pending> judging;
    private final GroupCommit<Pending> extending;
    private final GroupCommit<Pending> creating;

    /// @param tell hears of every batch of which something became true, and whether that calls for a claim
    Commits(Database database, Consumer<Boolean> tell) {
        this.database = database;
        this.tell = tell;
        this.judging = lane("waybill-postgres-write", JUDGES, this::judge);
        this.extending = lane("waybill-postgres-extend", Lanes.WIDTH, this::extend);
        this.creating = lane("waybill-postgres-create", Lanes.WIDTH, this::create);
    }

    private static GroupCommit<Pending> lane(String name, int threads, BatchWriter<Pending> writer) {
        return new GroupCommit<>(name, MOST_IN_A_BATCH, COMPANY, Collections.nCopies(threads, writer));
    }

    Commit commit(Transaction transaction) {
        Pending pending = new Pending(transaction);
        if (pending.isExtension()) {
            extending.submit(pending);
        } else if (pending.isCreation()) {
            creating.submit(pending);
        }
        if (!pending.isAnswered()) {
            judging.submit(pending);
        }
        return pending.answer();
    }

    private void extend(List<Pending> items) {
        List<Extension> extensions = items.stream().map(Pending::extension).toList();
        List<Integer> done = database.statement(session -> Extensions.write(session, extensions))
                .orElse(List.of());
        done.forEach(place -> items.get(place).answer(Commit.DONE));
        tell(items);
    }

    /// Of two that create one run, the first is meant.
    private void create(List<Pending> items) {
        List<RunRow> rows = items.stream().map(Pending::creation).toList();
        List<Append> appends = items.stream()
                .flatMap(item -> item.transaction.appends().stream())
                .toList();
        List<RunId> done = database.statement(session -> Creations.write(session, rows, appends))
                .orElse(List.of());
        Set<RunId> created = new HashSet<>(done);
        items.stream().filter(item -> created.remove(item.creation().run())).forEach(item -> item.answer(Commit.DONE));
        tell(items);
    }

    private void judge(List<Pending> items) {
        Batch batch = new Batch(items.stream().map(item -> item.transaction).toList());
        List<Commit> commits = database.write(batch::apply);
        for (int i = 0; i < commits.size(); i++) {
            items.get(i).answer(commits.get(i));
        }
        tell(items);
    }

    private void tell(List<Pending> items) {
        List<Pending> done = items.stream().filter(Pending::isDone).toList();
        if (!done.isEmpty()) {
            tell.accept(done.stream()
                    .flatMap(item -> item.transaction.appends().stream())
                    .anyMatch(Append::calls));
        }
    }

    /// Finishes what is being written.
    @Override
    public void close() {
        extending.close();
        creating.close();
        judging.close();
    }
}
