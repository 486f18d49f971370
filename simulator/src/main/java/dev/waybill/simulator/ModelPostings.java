package dev.waybill.simulator;

import dev.waybill.journal.store.Backlog;
import dev.waybill.journal.store.DeadLetter;
import dev.waybill.journal.store.OutboxItem;
import dev.waybill.journal.store.Postings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The outbox as couriers use it, as the model has it.
record ModelPostings(ModelState state) implements Postings {

    @Override
    public List<String> due(String family, Instant now) {
        synchronized (state) {
            return state.outbox.values().stream()
                    .filter(item ->
                            item.kind().startsWith(family) && !item.notBefore().isAfter(now))
                    .map(OutboxItem::kind)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    @Override
    public boolean claim(OutboxItem item, Instant until) {
        synchronized (state) {
            OutboxItem known = state.outbox.get(item.id());
            if (known == null || !known.notBefore().equals(item.notBefore())) {
                return false;
            }
            state.outbox.put(item.id(), at(known, until, known.attempts()));
            return true;
        }
    }

    private static OutboxItem at(OutboxItem item, Instant notBefore, int attempts) {
        return new OutboxItem(item.id(), item.run(), item.sequence(), item.kind(), item.body(), notBefore, attempts);
    }

    @Override
    public void bury(String id, Instant at, String reason) {
        synchronized (state) {
            OutboxItem item = state.outbox.remove(id);
            if (item != null) {
                state.dead.putIfAbsent(id, new DeadLetter(item, at, reason));
            }
        }
    }

    @Override
    public List<DeadLetter> buried(String kind, int limit) {
        synchronized (state) {
            return dead(kind)
                    .sorted(Comparator.comparing(DeadLetter::diedAt)
                            .reversed()
                            .thenComparing(letter -> letter.item().id()))
                    .limit(limit)
                    .toList();
        }
    }

    private Stream<DeadLetter> dead(String kind) {
        return state.dead.values().stream()
                .filter(letter -> letter.item().kind().equals(kind));
    }

    @Override
    public int revive(String kind, Instant now) {
        synchronized (state) {
            List<DeadLetter> letters = dead(kind).toList();
            letters.forEach(letter -> {
                state.outbox.putIfAbsent(letter.item().id(), at(letter.item(), now, 0));
                state.dead.remove(letter.item().id());
            });
            return letters.size();
        }
    }

    @Override
    public void drop(String kind) {
        synchronized (state) {
            state.outbox.values().removeIf(item -> item.kind().equals(kind));
            state.dead.values().removeIf(letter -> letter.item().kind().equals(kind));
        }
    }

    @Override
    public List<Backlog> backlog(String family) {
        synchronized (state) {
            List<String> waiting = new ArrayList<>(
                    state.outbox.values().stream().map(OutboxItem::kind).toList());
            List<String> dead = state.dead.values().stream()
                    .map(letter -> letter.item().kind())
                    .toList();
            return Stream.concat(waiting.stream(), dead.stream())
                    .filter(kind -> kind.startsWith(family))
                    .distinct()
                    .sorted()
                    .map(kind -> new Backlog(kind, count(waiting, kind), count(dead, kind)))
                    .toList();
        }
    }

    private static long count(List<String> kinds, String kind) {
        return kinds.stream().filter(kind::equals).count();
    }
}
