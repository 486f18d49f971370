package dev.waybill.app.command.guided;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.guided.Bundled;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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

    private static final Path OF_THE_PROJECT = Path.of(".waybill", "workflows");

    private final Option<List<String>> folders = Option.texts(
            "--workflows",
            "DIR",
            "Look for workflows, routines, contracts and bindings here, too (always: .waybill/workflows).");
    private final Map<List<Path>, Surroundings> known = new LinkedHashMap<>();

    @Override
    public void addTo(CommandSpec spec) {
        folders.addTo(spec);
    }

    /// What a definition may refer to: the folders, and what lies beside it, which wins.
    Surroundings around(WorkflowSource source) {
        List<Path> all = folders();
        Path beside = source.folder();
        if (beside != null) {
            all.remove(beside);
            all.add(beside);
        }
        return known.computeIfAbsent(all, Surroundings::of);
    }

    /// The workflow that a word means: a file, or the id of one in the folders or of ours.
    ///
    /// @throws Failure when there is none, or it cannot be read
    WorkflowSource find(String word, Environment environment) {
        if (isFile(word)) {
            return WorkflowSource.read(word, environment);
        }
        Set<String> ids = new TreeSet<>();
        for (Path folder : folders().reversed()) {
            for (WorkflowFolder.Document document :
                    new WorkflowFolder(folder).definitions().reversed()) {
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

    /// Ids hold no separators, and a file that is there is meant.
    private static boolean isFile(String word) {
        return word.equals("-")
                || word.contains("/")
                || word.contains("\\")
                || word.endsWith(".json")
                || Files.isRegularFile(path(word));
    }

    /// The project's own folder first, then those that were named: a later one wins.
    private List<Path> folders() {
        List<Path> all = new ArrayList<>();
        all.add(OF_THE_PROJECT.toAbsolutePath().normalize());
        for (String word : folders.orElse(List.of())) {
            Path folder = path(word);
            if (!Files.isDirectory(folder)) {
                throw Failure.unreadable("there is no directory " + word, "Check --workflows.");
            }
            all.add(folder.toAbsolutePath().normalize());
        }
        return all;
    }

    private static Path path(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException _) {
            throw Failure.usage("expected a path, found '" + word + "'", null);
        }
    }
}
