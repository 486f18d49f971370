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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The definitions that a host knows, graphs and guided workflows, each by its id.
///
/// Those that we ship come first, then folders in the order in which they are named: of two definitions with one
/// id the later one counts, and the earlier one is listed as shadowed. Within a folder the order is that of the
/// file names. A file that cannot be used shadows nothing.
///
/// Every question looks at the files' times: an edited file counts from the next question on, without a restart.
/// Runs keep what they were started with.
public final class Catalog implements DefinitionSource, GuidedCatalog {

    private final List<Path> folders;
    private @Nullable Loaded loaded;

    public Catalog(List<Path> folders) {
        this.folders = List.copyOf(folders);
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

    private record Loaded(List<Stamp> stamps, Collected found) {}

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

    private synchronized Collected current() {
        List<Stamp> stamps = stamps();
        Loaded known = loaded;
        if (known == null || !known.stamps().equals(stamps)) {
            known = new Loaded(stamps, Collected.from(folders));
            loaded = known;
        }
        return known.found();
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
