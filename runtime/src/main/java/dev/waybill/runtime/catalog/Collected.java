package dev.waybill.runtime.catalog;

import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.guided.GuidedCatalog.Broken;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.guided.Bundled;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What became of the files of a catalogue.
final class Collected {

    static final String OURS = "part of waybill";
    static final String GRAPH = "graph";

    private final GuidedCompiler compiler;
    private final Map<String, List<Found>> byId = new TreeMap<>();
    private final List<Broken> broken = new ArrayList<>();
    private final List<Broken> brokenGraphs = new ArrayList<>();

    private Collected(GuidedCompiler compiler) {
        this.compiler = compiler;
    }

    /// A definition that can be used; one of the two is there.
    private record Found(
            String source,
            @Nullable WorkflowDefinition graph,
            @Nullable GuidedWorkflow guided,
            List<DefinitionError> warnings) {

        String kind() {
            return guided == null ? GRAPH : "guided";
        }

        String version() {
            return guided != null ? guided.version() : graph == null ? "" : graph.version();
        }
    }

    static Collected from(List<Path> folders) {
        List<WorkflowFolder> read = folders.stream().map(WorkflowFolder::read).toList();
        Surroundings around = Surroundings.of(read);
        Collected collected = new Collected(around.compiler());
        Bundled.workflows().forEach(document -> collected.compile(OURS, document));
        for (WorkflowFolder folder : read) {
            folder.unreadable().forEach(collected::unreadable);
            folder.definitions()
                    .forEach(document -> collected.add(document.file().toString(), document.json()));
        }
        around.broken()
                .forEach(file ->
                        collected.broken.add(new Broken(file.file().toString(), Optional.empty(), file.errors())));
        return collected;
    }

    /// Other JSON files may lie there, too: what has neither steps nor nodes is not ours.
    private void add(String source, JsonObject document) {
        if (Surroundings.isGuided(document)) {
            compile(source, document);
        } else if (document.has("nodes")) {
            read(source, document);
        }
    }

    private void compile(String source, JsonObject document) {
        switch (compiler.compile(document)) {
            case GuidedRead.Ok ok -> found(ok.workflow().id(), new Found(source, null, ok.workflow(), ok.warnings()));
            case GuidedRead.Bad bad -> broken.add(new Broken(source, document.string("id"), bad.errors()));
        }
    }

    private void read(String source, JsonObject document) {
        switch (DefinitionReader.read(document)) {
            case Read.Ok ok -> found(ok.definition().id(), new Found(source, ok.definition(), null, ok.warnings()));
            case Read.Bad bad -> brokenGraphs.add(new Broken(source, document.string("id"), bad.errors()));
        }
    }

    /// The one that counts stands first.
    private void found(String id, Found one) {
        byId.computeIfAbsent(id, _ -> new ArrayList<>()).addFirst(one);
    }

    private void unreadable(WorkflowFolder.Unreadable file) {
        broken.add(new Broken(
                file.file().toString(),
                Optional.empty(),
                List.of(new DefinitionError(
                        "",
                        DefinitionCode.BAD_FORMAT,
                        "this is not a JSON document: " + file.why(),
                        "fix it, or move it elsewhere"))));
    }

    private Optional<Found> counting(String id) {
        return Optional.ofNullable(byId.get(id)).map(List::getFirst);
    }

    Optional<WorkflowDefinition> graph(String id) {
        return counting(id).map(Found::graph);
    }

    Optional<GuidedWorkflow> guided(String id) {
        return counting(id).map(Found::guided);
    }

    List<WorkflowDefinition> graphs() {
        List<WorkflowDefinition> all = new ArrayList<>();
        byId.keySet().forEach(id -> graph(id).ifPresent(all::add));
        return all;
    }

    List<GuidedWorkflow> guided() {
        List<GuidedWorkflow> all = new ArrayList<>();
        for (List<Found> each : byId.values()) {
            GuidedWorkflow guided = each.getFirst().guided();
            if (guided != null) {
                all.add(guided);
            }
        }
        return all;
    }

    List<DefinitionError> warnings(String id) {
        return counting(id).map(Found::warnings).orElse(List.of());
    }

    /// What an agent might miss: guided workflows, contracts, files that nobody can read.
    List<Broken> broken() {
        return List.copyOf(broken);
    }

    List<Broken> brokenGraphs() {
        return List.copyOf(brokenGraphs);
    }

    List<Catalog.Entry> entries() {
        List<Catalog.Entry> entries = new ArrayList<>();
        byId.forEach((id, all) -> {
            String shadow = null;
            for (Found one : all) {
                entries.add(new Catalog.Entry(id, one.kind(), one.version(), one.source(), shadow));
                shadow = all.getFirst().source();
            }
        });
        return entries;
    }
}
