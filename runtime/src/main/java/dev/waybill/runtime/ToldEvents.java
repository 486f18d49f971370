package dev.waybill.runtime;

import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.EventLog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What logs tell of a type of event. A log only grows, so it is read on from where it was read before: a turn that
/// looks
/// back costs the same whether it is the tenth or the thousandth.
final class ToldEvents {

    private static final int PAGE = 500;
    private static final int REMEMBERED = 200;

    private final EventLog log;
    private final Map<Question, Read> reads = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Question, Read> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Question(RunId run, String type) {}

    /// @param next the first event that was not read
    private record Read(long next, List<JsonValue> payloads) {}

    ToldEvents(EventLog log) {
        this.log = log;
    }

    /// The payloads of a run's events of a type, in order.
    List<JsonValue> of(RunId run, String type) {
        Question question = new Question(run, type);
        Read before;
        synchronized (reads) {
            before = reads.getOrDefault(question, new Read(0, List.of()));
        }
        Read now = readOn(question, before);
        synchronized (reads) {
            reads.put(question, now);
        }
        return now.payloads();
    }

    private Read readOn(Question question, Read before) {
        List<JsonValue> payloads = new ArrayList<>(before.payloads());
        long next = before.next();
        List<StoredEvent> page;
        do {
            page = log.events(question.run(), next, PAGE);
            for (StoredEvent stored : page) {
                if (stored.type().equals(question.type())) {
                    payloads.add(
                            EventCodec.decode(question.run(), stored).fact().payload());
                }
                next = stored.sequence() + 1;
            }
        } while (page.size() == PAGE);
        return new Read(next, payloads);
    }
}
