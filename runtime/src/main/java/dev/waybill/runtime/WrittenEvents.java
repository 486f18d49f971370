package dev.waybill.runtime;

import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.Append;
import dev.waybill.journal.store.EventLog;
import java.util.Arrays;
import java.util.List;

/// The events of a log where an append of unknown outcome would have put its own.
final class WrittenEvents {

    private WrittenEvents() {}

    /// Whether they are those of the append, byte by byte.
    static boolean are(EventLog log, Append append) {
        List<StoredEvent> written =
                log.events(append.run(), append.expectedHead(), append.events().size());
        if (written.size() < append.events().size()) {
            return false;
        }
        for (int index = 0; index < written.size(); index++) {
            StoredEvent sent = append.events().get(index);
            if (!Arrays.equals(written.get(index).publicPart(), sent.publicPart())
                    || !Arrays.equals(written.get(index).privatePart(), sent.privatePart())) {
                return false;
            }
        }
        return true;
    }
}
