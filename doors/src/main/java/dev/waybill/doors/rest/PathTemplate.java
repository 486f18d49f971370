package dev.waybill.doors.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A path with names in it: `/runs/{runId}:fork`. A segment is written out, or is a name, or a name with a verb behind
/// it.
public final class PathTemplate {

    private final String text;
    private final List<Segment> segments = new ArrayList<>();
    private final int weight;

    private record Segment(String name, String written) {

        static Segment of(String text) {
            int end = text.startsWith("{") ? text.indexOf('}') : -1;
            return end < 0 ? new Segment("", text) : new Segment(text.substring(1, end), text.substring(end + 1));
        }

        boolean isName() {
            return !name.isEmpty();
        }

        boolean matches(String found) {
            return isName() ? found.length() > written.length() && found.endsWith(written) : found.equals(written);
        }

        String value(String found) {
            return found.substring(0, found.length() - written.length());
        }
    }

    public PathTemplate(String text) {
        this.text = text;
        for (String segment : split(text)) {
            segments.add(Segment.of(segment));
        }
        this.weight = segments.stream()
                .mapToInt(segment -> segment.written().length())
                .sum();
    }

    /// The decoded segments of a raw path: an encoded slash does not part two of them.
    ///
    /// @throws RestRefusal when the path is wrongly encoded
    static List<String> decoded(String rawPath) {
        try {
            return split(rawPath).stream()
                    .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
        } catch (IllegalArgumentException _) {
            throw RestRefusal.invalid("the path is not encoded as a URL has it");
        }
    }

    private static List<String> split(String path) {
        return List.of(path.substring(path.startsWith("/") ? 1 : 0).split("/", -1));
    }

    /// The values of the names; empty when this is another path.
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            if (!segment.matches(path.get(i))) {
                return Optional.empty();
            }
            if (segment.isName()) {
                values.put(segment.name(), segment.value(path.get(i)));
            }
        }
        return Optional.of(values);
    }

    /// How much of the path is written out: of two templates that match, the one that says more is meant.
    int weight() {
        return weight;
    }

    public List<String> names() {
        return segments.stream().filter(Segment::isName).map(Segment::name).toList();
    }

    @Override
    public String toString() {
        return text;
    }
}
