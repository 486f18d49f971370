package dev.waybill.app.host;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// What `mcp` and `serve` take: where guided workflows are, and how their runs behave.
public final class GuidedOptions implements Argument {

    private final Option<List<String>> workflows = Option.texts(
            "--workflows", "DIR", "Take guided workflows from this directory, too (always: .waybill/workflows).");
    private final Option<Boolean> strict = Option.flag(
            "--strict", "A repeated pair of tokens always gets its first answer; nothing branches by itself.");
    private final Option<Boolean> resume =
            Option.flag("--resume", "Offer workflow_resume: a fresh acknowledgement for an old stateToken.");

    public boolean resumes() {
        return resume.orElse(false);
    }

    public GuidedSettings settings() {
        return new GuidedSettings(strict.orElse(false), resumes());
    }

    /// The project's own folder first, then those that were named: a later one wins.
    public GuidedCatalog catalog() {
        List<Path> folders = new ArrayList<>();
        folders.add(Path.of(".waybill", "workflows"));
        for (String name : workflows.orElse(List.of())) {
            folders.add(folder(name));
        }
        return new GuidedFolders(folders);
    }

    private static Path folder(String name) {
        try {
            Path folder = Path.of(name);
            if (Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException _) {
            // Said below.
        }
        throw Failure.unreadable("there is no directory " + name, "Check --workflows.");
    }

    @Override
    public void addTo(CommandSpec spec) {
        workflows.addTo(spec);
        strict.addTo(spec);
        resume.addTo(spec);
    }
}
