package dev.waybill.evidence.index;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The names in an index that people may type.
final class Names {

    /// Above every character.
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final Map<Named, Selects.Select> starting = new EnumMap<>(Named.class);
    private final Map<Named, Selects.Select> all = new EnumMap<>(Named.class);

    Names(Selects selects) {
        for (Named kind : Named.values()) {
            starting.put(kind, selects.of(kind.between() + " order by 1 limit ?3"));
            all.put(kind, selects.of(kind.between()));
        }
    }

    List<String> startingWith(Named kind, String start, int most) {
        return starting.get(kind).all(found -> found.getString(1), start, start + LAST, most);
    }

    /// The names that are most like a text, the nearest first; none that differ in more than a third.
    List<String> near(Named kind, String text, int most) {
        TreeSet<Likeness> best = new TreeSet<>();
        int limit = Math.max(2, text.length() / 3);
        all.get(kind)
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
