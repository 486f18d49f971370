package dev.waybill.app.house;

import dev.waybill.app.Main;
import dev.waybill.app.cli.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;

/// Waybill with a clock that stands in a file, in milliseconds. Every command takes one of them, however long it
/// takes, so that what depends on time is the same on any machine.
final class ClockedMain {

    private ClockedMain() {}

    /// @param words the clock's file, and the words of the command line
    public static void main(String... words) throws IOException {
        Path clock = Path.of(words[0]);
        long now = Long.parseLong(Files.readString(clock).strip());
        Files.writeString(clock, Long.toString(now + 1));
        Environment process = Environment.ofProcess();
        Environment environment = new Environment(
                process.in(),
                process.out(),
                process.err(),
                process.variables(),
                InstantSource.fixed(Instant.ofEpochMilli(now)));
        System.exit(Main.run(environment, Arrays.copyOfRange(words, 1, words.length))
                .number());
    }
}
