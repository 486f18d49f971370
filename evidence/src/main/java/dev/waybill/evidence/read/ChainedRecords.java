package dev.waybill.evidence.read;

import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Place;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.JsonLines.Read;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Gives records of which each names the hash of the one before. Everything that a record alone decides is done on all
/// cores; only the links are followed in the order of the records.
public final class ChainedRecords {

    /// A record whose turn in the chain is still to come.
    public record Chained(PreparedRecord record, Place place, Link link) {}

    private final RecordFormat format;
    private final Function<JsonObject, Link> links;
    private final HashChain chain;
    private final UnaryOperator<Integrity> words;

    /// @param links what a record says of its place, its own hash checked; called on any thread
    public ChainedRecords(RecordFormat format, Function<JsonObject, Link> links, HashChain chain) {
        this(format, links, chain, UnaryOperator.identity());
    }

    /// @param words how a good state is put, where a chain of this kind proves less than others
    public ChainedRecords(
            RecordFormat format, Function<JsonObject, Link> links, HashChain chain, UnaryOperator<Integrity> words) {
        this.format = format;
        this.links = links;
        this.chain = chain;
        this.words = words;
    }

    /// The lines of a file.
    public void read(SourceFile file, RecordSink sink) throws IOException {
        chain.goOnFrom(file.start().state());
        JsonLines.readOn(
                        file,
                        line -> chained(Understood.of(format, line, file), line.json(), sink),
                        read -> follow(read, file::place, sink))
                .ifPresent(end -> sink.readUpTo(end.with(chain.state())));
    }

    /// The lines of a file inside an archive.
    public void read(InputStream lines, Function<Long, Place> places, RecordSink sink) throws IOException {
        JsonLines.read(
                lines,
                line -> chained(
                        Understood.made(format, line.json(), line.raw(), places.apply(line.number())),
                        line.json(),
                        sink),
                read -> follow(read, places, sink));
    }

    /// What can be done with a record on any thread.
    public Chained chained(Understood record, JsonObject json, RecordSink sink) {
        return new Chained(record.prepared(sink), record.place(), links.apply(json));
    }

    /// Gives the next record of the chain.
    public void follow(Read<Chained> read, Function<Long, Place> places, RecordSink sink) {
        switch (read) {
            case Read.Good<Chained>(var good) -> {
                Integrity integrity = chain.next(good.link(), good.place(), sink::finding);
                good.record().take(integrity.isBroken() ? integrity : words.apply(integrity));
            }
            case Read.Bad<Chained>(var number, var why) -> {
                chain.unreadable();
                sink.finding(JsonLineRecords.unreadable(places.apply(number), why));
            }
        }
    }
}
