package dev.waybill.evidence.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Writes texts that many records share, and remembers the last ones: a text that comes again after long is written
/// again, so that memory stays bounded whatever the texts.
final class TextWriter implements AutoCloseable {

    private static final int REMEMBERED = 4096;

    private final BinaryOutput out;
    private final Map<String, Long> places = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    TextWriter(Path file) throws IOException {
        out = new BinaryOutput(file);
    }

    /// @return where the text lies
    long put(String text) throws IOException {
        Long known = places.get(text);
        if (known != null) {
            return known;
        }
        long place = append(text);
        places.put(text, place);
        return place;
    }

    /// Writes without remembering.
    long append(String text) throws IOException {
        long place = out.position();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length);
        out.put(bytes);
        return place;
    }

    void finish() throws IOException {
        out.finish();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
