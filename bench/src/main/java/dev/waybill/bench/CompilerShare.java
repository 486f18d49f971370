package dev.waybill.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/// How much of a process's time its compiler took since it was last asked. A server is not measured while it still
/// compiles: what it does afterwards is what it does for the rest of its life.
final class CompilerShare {

    private final Path threads;
    private long compiling;
    private long all;

    CompilerShare(long process) {
        this.threads = Path.of("/proc/" + process + "/task");
    }

    /// @return nothing where the system does not tell
    OptionalDouble next() {
        long compilingBefore = compiling;
        long allBefore = all;
        if (!Files.isDirectory(threads)) {
            return OptionalDouble.empty();
        }
        look();
        return all <= allBefore
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0.0, (double) (compiling - compilingBefore)) / (all - allBefore));
    }

    private void look() {
        compiling = 0;
        all = 0;
        try (DirectoryStream<Path> each = Files.newDirectoryStream(threads)) {
            for (Path thread : each) {
                add(thread);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the threads of a process cannot be listed", e);
        }
    }

    private void add(Path thread) {
        try {
            long nanos =
                    Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]);
            String name = Files.readString(thread.resolve("comm"));
            all += nanos;
            compiling += name.startsWith("C1 ") || name.startsWith("C2 ") ? nanos : 0;
        } catch (IOException e) {
            // It has just ended.
        }
    }
}
