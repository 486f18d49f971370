package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.json.JsonObject;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.catalog.Surroundings;
import dev.waybill.runtime.catalog.WorkflowFolder;
import dev.waybill.workflow.guided.Bundled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/// `--workflows`: where definitions and what they refer to are looked for.
final class WorkflowOptions implements Argument {

    private final WorkflowFolders folders = new WorkflowFolders();
    private final Map<List<Path>, Surroundings> known = new LinkedHashMap<>();

    @Override
    public void addTo(CommandSpec spec) {
        folders.addTo(spec);
    }

    /// What a definition may refer to: the folders, and what lies beside it, which wins.
    Surroundings around(WorkflowSource source, Environment environment) {
        List<Path> all = folders.paths(environment);
        Path beside = source.folder();
        if (beside != null) {
            all.remove(beside);
            all.add(beside);
        }
        return known.computeIfAbsent(
                all,
                paths ->
                        Surroundings.of(paths.stream().map(WorkflowFolder::read).toList()));
    }

    /// The graphs that a definition may call: those of the folders, and what lies beside it, which wins.
    DefinitionSource graphsAround(WorkflowSource source, Environment environment) {
        return folders.catalog(environment, source.folder());
    }

    /// The workflow that a word means: a file, or the id of one in the folders or of ours.
    ///
    /// @throws Failure when there is none, or it cannot be read
    WorkflowSource find(String word, Environment environment) {
        if (WorkflowFolders.isFile(word)) {
            return WorkflowSource.read(word, environment);
        }
        Set<String> ids = new TreeSet<>();
        for (Path folder : folders.paths(environment).reversed()) {
            for (WorkflowFolder.Document document :
                    WorkflowFolder.read(folder).definitions().reversed()) {
                if (matches(document.json(), word, ids)) {
                    return new WorkflowSource(document.file().toString(), document.json(), folder);
                }
            }
        }
        for (JsonObject document : ours()) {
            if (matches(document, word, ids)) {
                return new WorkflowSource("part of waybill", document, null);
            }
        }
        throw new Failure(
                ExitCode.NO,
                "workflow_not_found",
                "there is no file and no workflow called " + word,
                "Known: " + String.join(", ", ids) + ". Name more folders with --workflows DIR.");
    }

    private static boolean matches(JsonObject document, String word, Set<String> ids) {
        document.string("id").ifPresent(ids::add);
        return document.string("id").filter(word::equals).isPresent();
    }

    private static List<JsonObject> ours() {
        List<JsonObject> documents = new ArrayList<>(Bundled.workflows());
        documents.addAll(Bundled.routines());
        return documents;
    }
}
