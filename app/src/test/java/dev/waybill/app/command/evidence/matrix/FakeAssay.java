package dev.waybill.app.command.evidence.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;

/// A program called `assay` on the search path, which does what a test wants.
final class FakeAssay {

    private FakeAssay() {}

    /// @param script what it does, for the shell
    static EvidenceDesk doing(EvidenceDesk desk, String script) {
        desk.file("bin/assay", "#!/bin/sh\n" + script + "\n");
        try {
            Files.setPosixFilePermissions(
                    desk.folder().resolve("bin/assay"), PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return desk.with("PATH", desk.path("bin"));
    }

    static EvidenceDesk printing(EvidenceDesk desk, String text, int exit) {
        return doing(desk, "cat <<'END'\n" + text + "\nEND\nexit " + exit);
    }
}
