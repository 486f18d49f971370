package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.config.Configured;
import dev.waybill.app.config.Settings;
import dev.waybill.runtime.catalog.Catalog;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `--workflows`: where definitions, and what they refer to, are looked for.
public final class WorkflowFolders implements Argument {

    private static final Path OF_THE_PROJECT = Path.of(".waybill", "workflows");

    private final Configured<List<String>> named = Settings.WORKFLOWS.argument();

    /// The definitions of these folders and ours.
    ///
    /// @param nearest a folder that wins over all others; null when there is none
    public Catalog catalog(Environment environment, @Nullable Path nearest) {
        List<Path> all = paths(environment);
        if (nearest != null) {
            all.remove(nearest);
            all.add(nearest);
        }
        return new Catalog(all);
    }

    /// The user's own folder first, then the project's, then those that were named: a later one wins.
    ///
    /// @throws Failure when one that was named is not there
    public List<Path> paths(Environment environment) {
        List<Path> all = new ArrayList<>();
        all.add(environment.userWorkflows().toAbsolutePath().normalize());
        all.add(OF_THE_PROJECT.toAbsolutePath().normalize());
        for (String word : named.in(environment).orElse(List.of())) {
            Path folder = path(word);
            if (!Files.isDirectory(folder)) {
                throw Failure.unreadable("there is no directory " + word, "Check --workflows.");
            }
            all.add(folder.toAbsolutePath().normalize());
        }
        return all;
    }

    /// @throws Failure when no path can be called so
    public static Path path(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException _) {
            throw Failure.usage("expected a path, found '" + word + "'", null);
        }
    }

    /// Ids hold no separators, and a file that is there is meant.
    public static boolean isFile(String word) {
        return word.equals("-")
                || word.contains("/")
                || word.contains("\\")
                || word.endsWith(".json")
                || Files.isRegularFile(path(word));
    }

    @Override
    public void addTo(CommandSpec spec) {
        named.addTo(spec);
    }
}
