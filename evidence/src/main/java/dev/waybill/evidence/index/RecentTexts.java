package dev.waybill.evidence.index;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// What texts mean, with the last ones remembered: most records share theirs with their neighbours.
final class RecentTexts<T> {

    private static final int REMEMBERED = 1 << 14;

    private final TextFile texts;
    private final Function<String, T> understand;
    private final Map<Long, T> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, T> eldest) {
            return size() > REMEMBERED;
        }
    };

    RecentTexts(TextFile texts, Function<String, T> understand) {
        this.texts = texts;
        this.understand = understand;
    }

    T at(long place) {
        return recent.computeIfAbsent(place, known -> understand.apply(texts.at(known)));
    }
}
