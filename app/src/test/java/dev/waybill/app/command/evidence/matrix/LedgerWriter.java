package dev.waybill.app.command.evidence.matrix;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;

/// A program of its own that leads tasks to their end, one command line after the other, beside others of its kind.
final class LedgerWriter {

    private LedgerWriter() {}

    /// @param words the file whose coming is the start, the ledger's folder, the episode, and the tasks
    public static void main(String... words) throws InterruptedException {
        Path start = Path.of(words[0]);
        System.out.println("ready to write");
        System.out.flush();
        while (!Files.exists(start)) {
            Thread.sleep(2);
        }
        for (int i = 3; i < words.length; i++) {
            for (String state : TaskLife.TO_MERGED) {
                step(state, words[i], words[1], words[2]);
            }
        }
    }

    private static void step(String state, String task, String folder, String episode) {
        Environment environment = new Environment(
                InputStream.nullInputStream(), System.out, System.err, new LinkedHashMap<>(), InstantSource.system());
        ExitCode code = Main.run(
                environment,
                "evidence",
                "task",
                state,
                task,
                "--dir",
                folder,
                "--as",
                "agentmesh",
                "--episode",
                episode);
        if (code != ExitCode.YES) {
            System.exit(code.number());
        }
    }
}
