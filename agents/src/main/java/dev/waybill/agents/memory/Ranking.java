package dev.waybill.agents.memory;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.memory.MemoryEntry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;

/// Orders entries by how near their vectors are to that of a question. Scores are rounded before anybody compares them,
/// and ties have an order of their own, so that the same vectors give the same list on every machine.
final class Ranking {

    private static final int DIGITS = 6;

    private static final Comparator<Match> BEST_FIRST = Comparator.comparing(Match::score)
            .reversed()
            .thenComparing(
                    Match::entry, Comparator.comparing(MemoryEntry::createdAt).reversed())
            .thenComparing(match -> match.entry().id());

    private Ranking() {}

    /// @param score the cosine of the angle between the vectors, from -1 to 1
    record Match(MemoryEntry entry, BigDecimal score) {}

    static Match match(MemoryEntry entry, float[] vector, float[] question) {
        return new Match(entry, score(vector, question));
    }

    /// @param least those below are left out
    static List<Match> best(List<Match> all, BigDecimal least, int most) {
        return all.stream()
                .filter(match -> match.score().compareTo(least) >= 0)
                .sorted(BEST_FIRST)
                .limit(most)
                .toList();
    }

    /// A vector of nothing, or of another length, is near to nothing.
    static BigDecimal score(float[] left, float[] right) {
        double dot = 0;
        double lefts = 0;
        double rights = 0;
        for (int i = 0; i < left.length && left.length == right.length; i++) {
            dot += (double) left[i] * right[i];
            lefts += (double) left[i] * left[i];
            rights += (double) right[i] * right[i];
        }
        double length = Math.sqrt(lefts) * Math.sqrt(rights);
        return BigDecimal.valueOf(length == 0 ? 0 : dot / length).setScale(DIGITS, RoundingMode.HALF_EVEN);
    }

    /// @throws IllegalArgumentException when it is no vector
    static float[] vector(JsonArray written) {
        float[] vector = new float[written.size()];
        for (int i = 0; i < vector.length; i++) {
            JsonValue item = written.get(i);
            if (!(item instanceof JsonNumber number) || !number.isFinite()) {
                throw new IllegalArgumentException("a vector has numbers, found " + item.kind());
            }
            vector[i] = (float) number.doubleValue();
        }
        return vector;
    }
}
