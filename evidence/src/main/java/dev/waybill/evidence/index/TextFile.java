package dev.waybill.evidence.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Texts that lie one after the other, each behind its length.
final class TextFile {

    /// How a length is written before its text.
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final MappedFile file;

    TextFile(MappedFile file) {
        this.file = file;
    }

    String at(long place) {
        return new String(file.bytesAt(place + Integer.BYTES, file.intAt(place)), StandardCharsets.UTF_8);
    }

    void forEach(Consumer<String> reader) {
        long place = 0;
        while (place < file.size()) {
            reader.accept(at(place));
            place += Integer.BYTES + file.intAt(place);
        }
    }
}
