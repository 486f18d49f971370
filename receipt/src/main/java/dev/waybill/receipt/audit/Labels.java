package dev.waybill.receipt.audit;

import dev.waybill.base.Digest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Names that a set repeats: tools, agents. Each is stored once. A set that never repeats them is a
/// stranger's: from some point on only their digests are kept, so that memory stays in bounds and a name
/// can still be recognised.
final class Labels {

    private static final int MAX_DISTINCT_NAMES = 10_000;

    private final Texts texts = new Texts(64);
    private final UniformColumn ofRow;

    Labels(int expected) {
        ofRow = new UniformColumn(expected);
    }

    /// Rows are added one by one, from 0.
    void add(@Nullable String name) {
        ofRow.add(name == null ? ReceiptTable.NONE : intern(name));
    }

    private int intern(String name) {
        int known = texts.find(name);
        if (known != HashSlots.EMPTY) {
            return known;
        }
        return texts.intern(
                texts.size() < MAX_DISTINCT_NAMES ? name : digestOf(name).toString());
    }

    /// The number of a row's name, or [ReceiptTable#NONE].
    int number(int row) {
        return ofRow.get(row);
    }

    @Nullable
    String get(int row) {
        int number = ofRow.get(row);
        return number == ReceiptTable.NONE ? null : texts.get(number);
    }

    /// The digest of a row's name, which must have one.
    Digest digest(int row) {
        String text = texts.get(ofRow.get(row));
        return ofRow.get(row) < MAX_DISTINCT_NAMES ? digestOf(text) : Digest.parse(text);
    }

    private static Digest digestOf(String name) {
        return Digest.of(name.getBytes(StandardCharsets.UTF_8));
    }
}
