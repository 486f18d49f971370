package dev.waybill.app.command.guided;

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
record Surroundings(Routines routines, Bindings bindings, Contracts contracts, List<Broken> broken) {

    /// A file of contracts that is not sound.
    record Broken(Path file, List<DefinitionError> errors) {}

    Surroundings {
        broken = List.copyOf(broken);
    }

    /// @param folders those behind win where two say something about the same name
    static Surroundings of(List<Path> folders) {
        List<WorkflowFolder> all = folders.stream().map(WorkflowFolder::new).toList();
        List<JsonObject> routines = new ArrayList<>(Bundled.routines());
        List<Broken> broken = new ArrayList<>();
        Contracts contracts = Contracts.bundled();
        for (WorkflowFolder folder : all) {
            folder.definitions().stream()
                    .map(WorkflowFolder.Document::json)
                    .filter(document -> document.has("steps"))
                    .forEach(routines::add);
            for (WorkflowFolder.Document file : folder.contracts()) {
                Contracts.Added added = contracts.with(file.json());
                contracts = added.contracts();
                if (!added.errors().isEmpty()) {
                    broken.add(new Broken(file.file(), added.errors()));
                }
            }
        }
        return new Surroundings(Routines.of(routines), bindings(all), contracts, broken);
    }

    GuidedCompiler compiler() {
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
