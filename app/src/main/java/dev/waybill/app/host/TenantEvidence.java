package dev.waybill.app.host;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.config.Settings;
import dev.waybill.doors.rest.api.AskedEvidence;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.Origin;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.RunQuery;
import dev.waybill.journal.store.RunStore;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.store.sqlite.SqliteLibrary;
import dev.waybill.view.run.WireEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;

/// Evidence for questions over HTTP: each tenant's own runs, and to one tenant also the folders that the operator
/// names. The index of each tenant is a cache of this process; nothing is written into the folders.
public final class TenantEvidence implements AskedEvidence, AutoCloseable {

    private static final int PAGE = 1_000;

    private final RunStore store;
    private final List<Path> folders;
    private final String reader;
    private final Map<String, Own> tenants = new ConcurrentHashMap<>();

    private TenantEvidence(RunStore store, List<Path> folders, String reader) {
        this.store = store;
        this.folders = folders;
        this.reader = reader;
    }

    public static TenantEvidence of(Environment environment, RunStore store) {
        return new TenantEvidence(
                store,
                Settings.EVIDENCE.in(environment).orElse(List.of()).stream()
                        .map(Path::of)
                        .toList(),
                Settings.EVIDENCE_TENANT.orUsual(environment));
    }

    @Override
    public Answer ask(Caller caller, Function<Indexed, Answer> question) throws IOException {
        Own own = tenants.computeIfAbsent(caller.tenant(), tenant -> new Own(tenant, folder()));
        own.lock.lock();
        try (EvidenceIndex index = own.upToDate()) {
            return question.apply(skew -> new Queries(index, skew));
        } finally {
            own.lock.unlock();
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("waybill-evidence-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What one tenant may see.
    private final class Own {

        private final ReentrantLock lock = new ReentrantLock();
        private final String tenant;
        private final Path folder;
        private final Map<RunId, Long> written = new LinkedHashMap<>();

        Own(String tenant, Path folder) {
            this.tenant = tenant;
            this.folder = folder;
        }

        EvidenceIndex upToDate() throws IOException {
            Path runs = Files.createDirectories(folder.resolve("runs"));
            write(runs);
            List<Path> roots = new ArrayList<>(tenant.equals(reader) ? folders : List.of());
            roots.add(runs);
            SqliteLibrary.load();
            Path index = folder.resolve("index");
            try (IndexWriter writer = IndexWriter.begin(index, roots)) {
                Scan.read(roots, writer::isOwn, writer);
                writer.commit();
            }
            return EvidenceIndex.open(index, List.copyOf(Readers.formats().values()));
        }

        /// The events that came since the last question.
        private void write(Path runs) throws IOException {
            RunId before = null;
            List<StoredRun> page;
            do {
                page = store.runs(RunQuery.where().tenant(tenant).before(before).newest(PAGE));
                for (StoredRun run : page) {
                    before = run.header().runId();
                    if (!run.pruned() && !isReplay(run)) {
                        write(runs.resolve(before + ".jsonl"), run);
                    }
                }
            } while (page.size() == PAGE);
        }

        private void write(Path file, StoredRun run) throws IOException {
            RunId id = run.header().runId();
            long from = written.getOrDefault(id, 0L);
            if (run.head() <= from) {
                return;
            }
            try (Writer out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                for (StoredEvent event : store.events(id, from, Integer.MAX_VALUE)) {
                    out.write(WireEvent.record(run.header(), EventCodec.decode(id, event)) + "\n");
                    written.put(id, event.sequence() + 1);
                }
            }
        }
    }

    /// A replay repeats what is evidence already.
    private static boolean isReplay(StoredRun run) {
        return run.header().origin() instanceof Origin.Fork fork && fork.mode().repeats();
    }

    @Override
    public void close() {
        tenants.values().forEach(own -> delete(own.folder));
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException _) {
            // A cache in a folder for temporary files.
        }
    }
}
