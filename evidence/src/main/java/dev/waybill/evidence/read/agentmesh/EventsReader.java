package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.ChainedRecords;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.HashChain;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.util.List;

/// The log `events.jsonl`: each event's hash covers all of it but the hash, and names the event before.
public final class EventsReader implements EvidenceReader {

    private static final RecordFormat EVENT = new EventRecord();
    private static final List<String> NOT_HASHED = List.of("event_hash");

    @Override
    public List<RecordFormat> formats() {
        return List.of(EVENT);
    }

    @Override
    public boolean recognises(SourceFile file) {
        if (file.isDirectory() || file.mentions("sequence_id")) {
            return false;
        }
        boolean named = file.name().equals("events.jsonl") && (file.head().length == 0 || file.mentions("event_id"));
        return named || file.mentions("event_id", "seq", "kind", "payload", "prev_hash", "event_hash");
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        new ChainedRecords(EVENT, EventsReader::link, HashChain.whole(Sha256Hash.GENESIS)).read(file, sink);
    }

    private static Link link(JsonObject event) {
        return Sha256Hash.link(event, NOT_HASHED, "seq");
    }
}
