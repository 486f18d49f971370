package dev.waybill.evidence.index;

import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.RecordContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Everything that one record is found by: hashes of its keys, and the names that people may type. Made apart from the
/// index, so that many can be made at once; it holds nothing of the record itself, which can go then.
final class RecordKeys {

    private static final List<Field> TYPED = List.of(Field.CORRELATION, Field.TASK, Field.EPISODE);
    private static final List<Field> UNTYPED = List.of(Field.AGENT, Field.POLICY_VERSION, Field.CONTEXT_HASH);

    /// Those of names come first.
    private long[] hashes = new long[10];

    private int size;
    private int named;

    /// As they stand on the disk, each behind its length.
    private byte[] names = new byte[128];

    private int namesEnd;

    private RecordKeys() {}

    static RecordKeys of(RecordContent content) {
        RecordKeys keys = new RecordKeys();
        keys.addName(Key.ID, content.id().id());
        for (QualifiedId alias : content.aliases()) {
            keys.addName(Key.ID, alias.id());
        }
        for (Field field : TYPED) {
            content.identity().value(field).ifPresent(value -> keys.addName(Key.of(field), value));
        }
        for (Field field : UNTYPED) {
            content.identity().value(field).ifPresent(value -> keys.add(Key.of(field), value));
        }
        for (QualifiedId parent : content.parents()) {
            keys.add(Key.PARENT, parent.id());
        }
        keys.add(Key.TYPE, content.type());
        content.facts().string(Fact.COMMIT).ifPresent(commit -> keys.add(Key.COMMIT, commit));
        return keys;
    }

    private void add(Key key, String value) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        hashes[size++] = key.hash(value);
    }

    private void addName(Key key, String value) {
        add(key, value);
        named++;
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        int end = namesEnd + Integer.BYTES + 1 + text.length;
        if (end > names.length) {
            names = Arrays.copyOf(names, 2 * end);
        }
        TextFile.INT.set(names, namesEnd, text.length + 1);
        names[namesEnd + Integer.BYTES] = (byte) key.mark();
        System.arraycopy(text, 0, names, namesEnd + Integer.BYTES + 1, text.length);
        namesEnd = end;
    }

    void give(int row, KeySorter keys, int hashBits, TermWriter terms) throws IOException {
        int at = 0;
        for (int i = 0; i < named; i++) {
            int length = Integer.BYTES + (int) TextFile.INT.get(names, at);
            terms.add(hashes[i], names, at, length);
            at += length;
        }
        for (int i = 0; i < size; i++) {
            keys.add(Key.cut(hashes[i], hashBits), row);
        }
    }
}
