package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sorts pairs of a 64-bit key and a row number that need not fit into memory.
///
/// A full buffer is sorted and written to a file as a run, in the background, while the next one fills; when that is
/// full first, it waits. In the end the runs are merged. Pairs of one key come out in the order of their rows.
final class KeySorter implements AutoCloseable {

    private final Path directory;
    private final String name;
    private final Tuning tuning;
    private final ArrayDeque<Path> runs = new ArrayDeque<>();
    private KeyBuffer filling = new KeyBuffer();
    private KeyBuffer spilled = new KeyBuffer();
    private KeyBuffer scratch = new KeyBuffer();
    private @Nullable Future<Path> spilling;
    private @Nullable ExecutorService background;
    private int files;

    KeySorter(Path directory, String name, Tuning tuning) {
        this.directory = directory;
        this.name = name;
        this.tuning = tuning;
    }

    void add(long key, int row) throws IOException {
        if (filling.size() == tuning.sortBuffer()) {
            spill();
        }
        filling.add(key, row);
    }

    private void spill() throws IOException {
        await();
        KeyBuffer full = filling;
        filling = spilled;
        spilled = full;
        filling.clear();
        Path file = next();
        if (background == null) {
            background = Executors.newSingleThreadExecutor();
        }
        spilling = background.submit(() -> write(full, file, false));
    }

    private Path write(KeyBuffer buffer, Path file, boolean durable) throws IOException {
        buffer.sort(scratch);
        try (BinaryOutput out = new BinaryOutput(file)) {
            buffer.write(out);
            out.end(durable);
        }
        return file;
    }

    private void await() throws IOException {
        if (spilling != null) {
            runs.add(Background.result(spilling));
            spilling = null;
        }
    }

    /// Writes all pairs, sorted, and forgets them.
    void finish(Path target) throws IOException {
        await();
        if (runs.isEmpty()) {
            write(filling, target, true);
            return;
        }
        runs.add(write(filling, next(), false));
        close();
        while (runs.size() > tuning.fanIn()) {
            runs.add(merge(tuning.fanIn(), next(), false));
        }
        merge(runs.size(), target, true);
    }

    private Path merge(int count, Path target, boolean durable) throws IOException {
        List<Path> some = Stream.generate(runs::remove).limit(count).toList();
        KeyMerge.merge(some, target, durable);
        for (Path run : some) {
            Files.delete(run);
        }
        return target;
    }

    private Path next() {
        return directory.resolve(name + "." + files++);
    }

    /// Gives the memory back.
    @Override
    public void close() {
        if (background != null) {
            background.shutdownNow();
            background.close();
        }
        filling = spilled = scratch = new KeyBuffer();
    }
}
