package dev.waybill.store.postgres;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.StoreProblem;
import dev.waybill.store.sql.GroupCommit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks things up by their keys, many with one statement: where many begin, many look at the same time. What a caller
/// is told was read after it asked, as if it had asked alone.
final class Lookups<K, V> implements AutoCloseable {

    private static final int MOST_AT_ONCE = 256;

    private final Function<List<K>, Map<K, V>> read;
    private final GroupCommit<Look<K, V>> lane;

    /// @param name what its threads are called
    /// @param read one question for distinct keys, on the thread that it is called on
    Lookups(String name, Function<List<K>, Map<K, V>> read) {
        this.read = read;
        this.lane = new GroupCommit<>(name, MOST_AT_ONCE, Collections.nCopies(Lanes.WIDTH, this::look));
    }

    /// A question on its way, and then its answer. The queue hands it from the caller's thread to the
    /// reader's and back.
    private static final class Look<K, V> {

        private final K key;
        private @Nullable V found;

        Look(K key) {
            this.key = key;
        }
    }

    Optional<V> find(K key) {
        Look<K, V> look = new Look<>(key);
        try {
            lane.submit(look);
        } catch (StoreException e) {
            if (e.problem() == StoreProblem.CORRUPT) {
                // It may be another one's row that is damaged.
                return Optional.ofNullable(read.apply(List.of(key)).get(key));
            }
            throw e;
        }
        return Optional.ofNullable(look.found);
    }

    private void look(List<Look<K, V>> looks) {
        Map<K, V> found =
                read.apply(looks.stream().map(look -> look.key).distinct().toList());
        looks.forEach(look -> look.found = found.get(look.key));
    }

    /// How many wait for a question to begin.
    int waiting() {
        return lane.waiting();
    }

    @Override
    public void close() {
        lane.close();
    }
}
