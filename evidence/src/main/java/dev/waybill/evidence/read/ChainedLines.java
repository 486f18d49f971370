package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.JsonLines.Read;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Gives the lines of a log in which each names the hash of the one before. Hashes are computed on all cores, the
/// chain is followed in the order of the lines.
public final class ChainedLines {

    private record Chained(Understood record, Link link) {}

    private final RecordFormat format;
    private final Function<JsonObject, Link> links;
    private final UnaryOperator<Integrity> words;

    /// @param links what a record says of its place, its own hash checked; called on any thread
    public ChainedLines(RecordFormat format, Function<JsonObject, Link> links) {
        this(format, links, UnaryOperator.identity());
    }

    /// @param words how a good state is put, where a chain of this kind proves less than others
    public ChainedLines(RecordFormat format, Function<JsonObject, Link> links, UnaryOperator<Integrity> words) {
        this.format = format;
        this.links = links;
        this.words = words;
    }

    public void read(SourceFile file, HashChain chain, RecordSink sink) throws IOException {
        JsonLines.read(
                file.path(),
                line -> new Chained(Understood.of(format, line, file), links.apply(line.json())),
                read -> follow(file, read, chain, sink));
    }

    private void follow(SourceFile file, Read<Chained> read, HashChain chain, RecordSink sink) {
        switch (read) {
            case Read.Good<Chained> good -> {
                Understood record = good.value().record();
                Integrity integrity = chain.next(good.value().link(), record.place(), sink::finding);
                record.with(integrity.isBroken() ? integrity : words.apply(integrity))
                        .giveTo(sink);
            }
            case Read.Bad<Chained> bad -> {
                chain.unreadable();
                sink.finding(JsonLineRecords.unreadable(file.place(bad.number()), bad.why()));
            }
        }
    }
}
