package dev.waybill.evidence.index;

import java.util.List;
import java.util.TreeSet;

/// The names in an index, searched by one pass over all of them.
final class Terms {

    private final TextFile file;

    Terms(TextFile file) {
        this.file = file;
    }

    /// @param most stops the collecting, not the search
    List<String> startingWith(Named kind, String start, int most) {
        TreeSet<String> found = new TreeSet<>();
        String marked = kind.mark() + start;
        file.forEach(term -> {
            if (term.startsWith(marked)) {
                found.add(term.substring(1));
                if (found.size() > most) {
                    found.pollLast();
                }
            }
        });
        return List.copyOf(found);
    }

    /// The names that are most like a text, the nearest first; none that differ in more than a third.
    List<String> near(Named kind, String text, int most) {
        TreeSet<Likeness> best = new TreeSet<>();
        char mark = kind.mark();
        int limit = Math.max(2, text.length() / 3);
        file.forEach(term -> {
            if (term.charAt(0) == mark) {
                int distance = EditDistance.of(text, term.substring(1), limit);
                if (distance <= limit) {
                    best.add(new Likeness(distance, term.substring(1)));
                    if (best.size() > most) {
                        best.pollLast();
                    }
                }
            }
        });
        return best.stream().map(Likeness::name).toList();
    }

    private record Likeness(int distance, String name) implements Comparable<Likeness> {
        @Override
        public int compareTo(Likeness other) {
            int byDistance = Integer.compare(distance, other.distance);
            return byDistance != 0 ? byDistance : name.compareTo(other.name);
        }
    }
}
