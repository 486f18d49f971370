package dev.waybill.evidence.index;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that one record is found by: hashes of its keys, and the names that people may type. Made apart from the
/// index, so that many can be made at once.
final class RecordKeys {

    private static final List<Field> FIELDS = List.of(Field.values());

    /// Stands for a key that nobody types.
    private static final byte[] NO_NAME = {};

    private long[] hashes = new long[12];
    private byte[][] names = new byte[12][];
    private int size;
    private @Nullable String lever;

    private RecordKeys() {}

    static RecordKeys of(RecordContent content) {
        RecordKeys keys = new RecordKeys();
        keys.add(Key.ID, content.id().id(), true);
        for (QualifiedId alias : content.aliases()) {
            keys.add(Key.ID, alias.id(), true);
        }
        for (QualifiedId parent : content.parents()) {
            keys.add(Key.PARENT, parent.id(), false);
        }
        keys.add(Key.TYPE, content.type(), false);
        for (Field field : FIELDS) {
            content.identity().value(field).ifPresent(value -> keys.add(Key.of(field), value, isTyped(field)));
        }
        keys.addFacts(content);
        return keys;
    }

    private static boolean isTyped(Field field) {
        return field == Field.CORRELATION || field == Field.TASK || field == Field.EPISODE;
    }

    private void addFacts(RecordContent content) {
        if (content.facts().isEmpty()) {
            return;
        }
        content.facts().string(Fact.COMMIT).ifPresent(commit -> add(Key.COMMIT, commit, false));
        if (PolicyTimes.isChange(content)) {
            lever = PolicyTimes.lever(content).orElse(null);
        }
    }

    private void add(Key key, String value, boolean typed) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
            names = Arrays.copyOf(names, 2 * size);
        }
        hashes[size] = key.hash(value);
        names[size++] = typed ? named(key, value) : NO_NAME;
    }

    private static byte[] named(Key key, String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        byte[] name = new byte[text.length + 1];
        name[0] = (byte) key.mark();
        System.arraycopy(text, 0, name, 1, text.length);
        return name;
    }

    void give(int row, KeySorter keys, int hashBits, TermWriter terms) throws IOException {
        for (int i = 0; i < size; i++) {
            keys.add(Key.cut(hashes[i], hashBits), row);
            if (names[i].length > 0) {
                terms.add(hashes[i], names[i]);
            }
        }
    }

    /// The lever that the record changes; null when it is no change of a policy.
    @Nullable
    String lever() {
        return lever;
    }
}
