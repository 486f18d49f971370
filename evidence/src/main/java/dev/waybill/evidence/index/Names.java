package dev.waybill.evidence.index;

import java.util.List;
import java.util.TreeSet;

/// The names in an index that people may type.
record Names(Selects selects) {

    /// Above every character.
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    List<String> startingWith(Named kind, String start, int most) {
        return selects.of(kind.between() + " order by 1 limit ?3")
                .all(found -> found.getString(1), start, start + LAST, most);
    }

    /// The names that are most like a text, the nearest first; none that differ in more than a third.
    List<String> near(Named kind, String text, int most) {
        TreeSet<Likeness> best = new TreeSet<>();
        int limit = Math.max(2, text.length() / 3);
        selects.of(kind.between())
                .forEach(
                        found -> {
                            String name = found.getString(1);
                            int distance = EditDistance.of(text, name, limit);
                            if (distance <= limit) {
                                best.add(new Likeness(distance, name));
                                if (best.size() > most) {
                                    best.pollLast();
                                }
                            }
                        },
                        "",
                        LAST);
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
