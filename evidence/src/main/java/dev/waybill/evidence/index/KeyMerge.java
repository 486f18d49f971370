package dev.waybill.evidence.index;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/// Merges files of sorted pairs into one. The keys are cut into as many ranges as there are cores: where each begins in
/// every file, and so in the target, is known before the first pair is written.
final class KeyMerge {

    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final List<KeyFile> files;
    private final Path target;

    private KeyMerge(List<KeyFile> files, Path target) {
        this.files = files;
        this.target = target;
    }

    /// @param durable whether to wait until the disk has it
    static void merge(List<Path> runs, Path target, boolean durable) throws IOException {
        try (Arena arena = Arena.ofShared();
                BinaryOutput whole = new BinaryOutput(target)) {
            List<KeyFile> files = new ArrayList<>();
            for (Path run : runs) {
                files.add(new KeyFile(new MappedFile(run, arena)));
            }
            new KeyMerge(files, target).run();
            whole.end(durable);
        }
    }

    private void run() throws IOException {
        KeyFile largest =
                files.stream().max(Comparator.comparingLong(KeyFile::size)).orElseThrow();
        List<Callable<Long>> parts = new ArrayList<>();
        long[] from = new long[files.size()];
        for (int i = 1; i <= CORES; i++) {
            long[] to = i == CORES ? sizes() : places(largest.key(largest.size() * i / CORES));
            long[] begin = from;
            parts.add(() -> part(begin, to));
            from = to;
        }
        Background.all(parts);
    }

    private long[] sizes() {
        return files.stream().mapToLong(KeyFile::size).toArray();
    }

    private long[] places(long key) {
        return files.stream().mapToLong(file -> file.firstNotBelow(key)).toArray();
    }

    private long part(long[] from, long[] to) throws IOException {
        long begin = 0;
        for (long place : from) {
            begin += place;
        }
        try (BinaryOutput out = BinaryOutput.into(target, begin * KeyFile.PAIR)) {
            Heads heads = new Heads(files, from, to);
            while (heads.size > 0) {
                out.putPair(heads.key(), heads.row());
                heads.advance();
            }
            out.flush();
            return out.position();
        }
    }

    /// The next pair of each file, the least of them first: a heap.
    private static final class Heads {

        private final List<KeyFile> files;
        private final long[] at;
        private final long[] end;
        private final long[] keys;
        private final int[] rows;
        private final int[] heap;
        private int size;

        Heads(List<KeyFile> files, long[] from, long[] to) {
            this.files = files;
            at = from.clone();
            end = to;
            keys = new long[files.size()];
            rows = new int[files.size()];
            heap = new int[files.size()];
            for (int file = 0; file < heap.length; file++) {
                if (at[file] < end[file]) {
                    load(file);
                    heap[size++] = file;
                }
            }
            for (int i = size / 2 - 1; i >= 0; i--) {
                sink(i);
            }
        }

        private void load(int file) {
            keys[file] = files.get(file).key(at[file]);
            rows[file] = files.get(file).row(at[file]);
        }

        long key() {
            return keys[heap[0]];
        }

        int row() {
            return rows[heap[0]];
        }

        void advance() {
            int file = heap[0];
            if (++at[file] < end[file]) {
                load(file);
            } else {
                heap[0] = heap[--size];
            }
            sink(0);
        }

        private void sink(int start) {
            int place = start;
            int file = heap[place];
            for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
                if (child + 1 < size && isLess(heap[child + 1], heap[child])) {
                    child++;
                }
                if (!isLess(heap[child], file)) {
                    break;
                }
                heap[place] = heap[child];
                place = child;
            }
            heap[place] = file;
        }

        private boolean isLess(int one, int other) {
            return keys[one] == keys[other]
                    ? rows[one] < rows[other]
                    : Long.compareUnsigned(keys[one], keys[other]) < 0;
        }
    }
}
