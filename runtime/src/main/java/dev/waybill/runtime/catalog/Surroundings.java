package dev.waybill.runtime.catalog;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.guided.Bindings;
import dev.waybill.workflow.guided.Bundled;
import dev.waybill.workflow.guided.Contracts;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.Routines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a definition may refer to: routines, contracts and bindings of some folders, and ours.
///
/// @param broken files of contracts that have errors; what is sound in them counts all the same
public record Surroundings(Routines routines, Bindings bindings, Contracts contracts, List<Broken> broken) {

    /// A file of contracts that is not sound.
    public record Broken(Path file, List<DefinitionError> errors) {}

    public Surroundings {
        broken = List.copyOf(broken);
    }

    /// @param folders those behind win where two say something about the same name
    public static Surroundings of(List<WorkflowFolder> folders) {
        List<JsonObject> routines = new ArrayList<>(Bundled.routines());
        List<Broken> broken = new ArrayList<>();
        Contracts contracts = Contracts.bundled();
        for (WorkflowFolder folder : folders) {
            folder.definitions().stream()
                    .map(WorkflowFolder.Document::json)
                    .filter(Surroundings::isGuided)
                    .forEach(routines::add);
            for (WorkflowFolder.Document file : folder.contracts()) {
                Contracts.Added added = contracts.with(file.json());
                contracts = added.contracts();
                if (!added.errors().isEmpty()) {
                    broken.add(new Broken(file.file(), added.errors()));
                }
            }
        }
        return new Surroundings(Routines.of(routines), bindings(folders), contracts, broken);
    }

    /// A guided workflow has steps; graphs and other files may lie beside it.
    public static boolean isGuided(JsonObject document) {
        return document.has("steps");
    }

    public GuidedCompiler compiler() {
        return new GuidedCompiler(routines, bindings, contracts);
    }

    private static Bindings bindings(List<WorkflowFolder> folders) {
        List<Bindings> files = folders.reversed().stream()
                .map(WorkflowFolder::bindings)
                .flatMap(Optional::stream)
                .map(Bindings::of)
                .toList();
        return (workflowId, slot) -> files.stream()
                .map(file -> file.find(workflowId, slot))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
