package dev.waybill.evidence.index;

import dev.waybill.evidence.Place;
import java.nio.file.Path;

/// Where a record's file lies and what people call it, as one text.
///
/// @param path absolute
record SourceText(Place place, Path path) {

    private static final String BETWEEN = "\0";

    static SourceText of(Place place) {
        return new SourceText(place, path(place));
    }

    /// A label is the name of the root and the way below it; see [dev.waybill.evidence.read.SourceFile].
    private static Path path(Place place) {
        Path root = Source.absolute(Path.of(place.root()));
        Path name = root.getFileName();
        int start = name == null ? 0 : name.toString().length();
        return place.file().length() <= start + 1
                ? root
                : root.resolve(place.file().substring(start + 1));
    }

    String write() {
        String entry = place.entry();
        return String.join(BETWEEN, path.toString(), place.root(), place.file(), entry == null ? "" : entry);
    }

    static SourceText read(String text) {
        String[] parts = text.split(BETWEEN, -1);
        String entry = parts[3].isEmpty() ? null : parts[3];
        return new SourceText(new Place(parts[1], parts[2], entry, 0), Path.of(parts[0]));
    }

    Place at(long line) {
        return new Place(place.root(), place.file(), place.entry(), line);
    }
}
