package dev.waybill.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/// A file that a command is about to write.
public final class Target {

    private Target() {}

    /// Says so before any work is done, and by the name that the user typed: what is written first may be another file.
    ///
    /// @param option which option names the file
    public static void requireFolder(Path file, String option) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw Failure.unreadable(
                    "there is no folder " + folder + " for " + file, "Create it, or check " + option + ".");
        }
    }
}
