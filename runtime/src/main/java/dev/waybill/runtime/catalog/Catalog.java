package dev.waybill.runtime.catalog;

import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The definitions that a host knows, graphs and guided workflows, each by its id.
///
/// Those that we ship come first, then folders in the order in which they are named: of two definitions with one
/// id the later one counts, and the earlier one is listed as shadowed. Within a folder the order is that of the
/// file names. A file that cannot be used shadows nothing.
///
/// Every question looks at the files' times: an edited file counts from the next question on, without a restart. A
/// server, which is asked a thousand times a second, looks a few times less often, and sees it a moment later. Runs
/// keep
/// what they were started with.
public final class Catalog implements DefinitionSource, GuidedCatalog {

    private final List<Path> folders;
    private final long trusted;
    private final LongSupplier nanos;
    private volatile @Nullable Loaded loaded;

    public Catalog(List<Path> folders) {
        this(folders, Duration.ZERO, System::nanoTime);
    }

    private Catalog(List<Path> folders, Duration trusted, LongSupplier nanos) {
        this.folders = List.copyOf(folders);
        this.trusted = trusted.toNanos();
        this.nanos = nanos;
    }

    /// The same, for many questions in a short time.
    ///
    /// @param time for so long a look at the files is good enough
    /// @param ticks nanoseconds since whenever
    public Catalog trustingFor(Duration time, LongSupplier ticks) {
        return new Catalog(folders, time, ticks);
    }

    /// A definition, or what one would be if no other had its id.
    ///
    /// @param kind `graph` or `guided`
    /// @param source the file, or that it is ours
    /// @param shadowedBy the source of the one that counts; null when this one does
    public record Entry(
            String id,
            String kind,
            String version,
            String source,
            @Nullable String shadowedBy) {}

    private record Stamp(String file, FileTime time, long size) {}

    /// @param at when somebody looked, in nanoseconds
    private record Loaded(List<Stamp> stamps, Collected found, long at) {}

    /// Everything that was found, by id; of one id the one that counts comes first.
    public List<Entry> entries() {
        return current().entries();
    }

    /// @throws Refused when only a file that cannot be used has this id
    @Override
    public Optional<WorkflowDefinition> find(String definitionId) {
        Collected found = current();
        Optional<WorkflowDefinition> graph = found.graph(definitionId);
        if (graph.isEmpty() && found.guided(definitionId).isEmpty()) {
            found.brokenGraphs().stream()
                    .filter(file -> file.id().filter(definitionId::equals).isPresent())
                    .findFirst()
                    .ifPresent(file -> {
                        throw new Refused(
                                RefusalCode.VALIDATION_ERROR,
                                "%s cannot run: %s"
                                        .formatted(file.source(), file.errors().getFirst()));
                    });
        }
        return graph;
    }

    @Override
    public List<String> ids() {
        return current().entries().stream()
                .filter(entry -> entry.kind().equals(Collected.GRAPH))
                .map(Entry::id)
                .toList();
    }

    @Override
    public List<WorkflowDefinition> all() {
        return current().graphs();
    }

    @Override
    public List<GuidedWorkflow> workflows() {
        return current().guided();
    }

    @Override
    public Optional<GuidedWorkflow> guided(String id) {
        return current().guided(id);
    }

    @Override
    public List<DefinitionError> warnings(String id) {
        return current().warnings(id);
    }

    @Override
    public List<Broken> broken() {
        return current().broken();
    }

    /// Every file that is meant to be used and cannot be, graphs too, with all that is wrong.
    public List<Broken> unusable() {
        List<Broken> all = new ArrayList<>(current().broken());
        all.addAll(current().brokenGraphs());
        return all;
    }

    private Collected current() {
        Loaded known = loaded;
        return known != null && nanos.getAsLong() - known.at() < trusted ? known.found() : look();
    }

    private synchronized Collected look() {
        long now = nanos.getAsLong();
        List<Stamp> stamps = stamps();
        Loaded known = loaded;
        Collected found = known != null && known.stamps().equals(stamps) ? known.found() : Collected.from(folders);
        loaded = new Loaded(stamps, found, now);
        return found;
    }

    private List<Stamp> stamps() {
        List<Stamp> stamps = new ArrayList<>();
        for (Path folder : folders) {
            for (Path file : WorkflowFolder.files(folder)) {
                stamp(file).ifPresent(stamps::add);
            }
        }
        return stamps;
    }

    private static Optional<Stamp> stamp(Path file) {
        try {
            return Optional.of(new Stamp(file.toString(), Files.getLastModifiedTime(file), Files.size(file)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
