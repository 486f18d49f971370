package dev.waybill.evidence.index;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import org.jspecify.annotations.Nullable;

/// A finding as one text.
final class FindingText {

    private static final String BETWEEN = "\0";

    private FindingText() {}

    static String write(Finding finding) {
        Place place = finding.place();
        String start = finding.code().name() + BETWEEN;
        if (place == null) {
            return start + BETWEEN + BETWEEN + BETWEEN + BETWEEN + finding.message();
        }
        return start
                + String.join(BETWEEN, place.root(), place.file(), orEmpty(place.entry()), Long.toString(place.line()))
                + BETWEEN
                + finding.message();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    static Finding read(String text) {
        String[] parts = text.split(BETWEEN, 6);
        Place place = parts[4].isEmpty()
                ? null
                : new Place(parts[1], parts[2], parts[3].isEmpty() ? null : parts[3], Long.parseLong(parts[4]));
        return new Finding(FindingCode.valueOf(parts[0]), place, parts[5]);
    }
}
