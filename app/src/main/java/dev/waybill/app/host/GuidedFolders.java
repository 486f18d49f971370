package dev.waybill.app.host;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.Bundled;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The guided workflows that we ship, and those in folders. A workflow in a later folder replaces one with the same id.
///
/// Every call looks at the files' times: an edited file counts from the next call on, without a restart.
public final class GuidedFolders implements GuidedCatalog {

    private final List<Path> folders;
    private @Nullable Loaded loaded;

    public GuidedFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    private record Stamp(String file, FileTime time, long size) {}

    private record Loaded(
            List<Stamp> stamps,
            List<GuidedWorkflow> workflows,
            Map<String, List<DefinitionError>> warnings,
            List<Broken> broken) {}

    @Override
    public List<GuidedWorkflow> workflows() {
        return current().workflows();
    }

    @Override
    public List<DefinitionError> warnings(String id) {
        return current().warnings().getOrDefault(id, List.of());
    }

    @Override
    public List<Broken> broken() {
        return current().broken();
    }

    private synchronized Loaded current() {
        List<Stamp> stamps = stamps();
        Loaded known = loaded;
        if (known == null || !known.stamps().equals(stamps)) {
            known = load(stamps);
            loaded = known;
        }
        return known;
    }

    private Loaded load(List<Stamp> stamps) {
        List<WorkflowFolder> read = folders.stream().map(WorkflowFolder::read).toList();
        Surroundings around = Surroundings.of(read);
        var collected = new Collected(around.compiler());
        Bundled.workflows().forEach(document -> collected.compile("bundled", document));
        for (WorkflowFolder folder : read) {
            folder.unreadable().forEach(collected::unreadable);
            folder.definitions().stream()
                    .filter(document -> Surroundings.isGuided(document.json()))
                    .forEach(document -> collected.compile(document.file().toString(), document.json()));
        }
        around.broken()
                .forEach(file ->
                        collected.broken.add(new Broken(file.file().toString(), Optional.empty(), file.errors())));
        return new Loaded(
                stamps, List.copyOf(collected.workflows.values()), collected.warnings, List.copyOf(collected.broken));
    }

    /// What became of the files so far.
    private static final class Collected {

        private final GuidedCompiler compiler;
        private final Map<String, GuidedWorkflow> workflows = new TreeMap<>();
        private final Map<String, List<DefinitionError>> warnings = new TreeMap<>();
        private final List<Broken> broken = new ArrayList<>();

        Collected(GuidedCompiler compiler) {
            this.compiler = compiler;
        }

        void compile(String source, JsonObject document) {
            switch (compiler.compile(document)) {
                case GuidedRead.Ok ok -> {
                    workflows.put(ok.workflow().id(), ok.workflow());
                    warnings.put(ok.workflow().id(), ok.warnings());
                }
                case GuidedRead.Bad bad -> broken.add(new Broken(source, document.string("id"), bad.errors()));
            }
        }

        void unreadable(WorkflowFolder.Unreadable file) {
            broken.add(new Broken(
                    file.file().toString(),
                    Optional.empty(),
                    List.of(new DefinitionError(
                            "",
                            DefinitionCode.BAD_FORMAT,
                            "this is not a JSON document: " + file.why(),
                            "fix it, or move it elsewhere"))));
        }
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
