package dev.waybill.evidence.read.assay;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.read.EvidenceReader;
import dev.waybill.evidence.read.JsonLines;
import dev.waybill.evidence.read.JsonLines.Read;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.evidence.read.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the counter of Assay's store, `.store_seq`, and compares it with the numbers of all receipts beside it: what
/// no single file can tell is whether a number is missing, or was given in two files.
///
/// It gives no records.
public final class AssayCounterReader implements EvidenceReader {

    private static final String NAME = ".store_seq";
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final int MOST = Integer.MAX_VALUE - 1;

    @Override
    public List<RecordFormat> formats() {
        return List.of();
    }

    @Override
    public boolean recognises(SourceFile file) {
        return !file.isDirectory() && file.name().equals(NAME);
    }

    @Override
    public void read(SourceFile file, RecordSink sink) throws IOException {
        long counter = counter(file.headText().strip());
        Path store = file.path().toAbsolutePath().getParent();
        if (counter < 0 || store == null) {
            sink.finding(new Finding(
                    FindingCode.UNREADABLE_FILE,
                    file.place(0),
                    "expected the next number of the store, found something else"));
            return;
        }
        sink.leansOn(store);
        BitSet numbers = new BitSet();
        for (Path trace : traces(store)) {
            count(trace, store.relativize(trace).toString(), file, numbers, sink);
        }
        compare(counter, numbers, file, sink);
    }

    private static long counter(String text) {
        return text.matches("\\d{1,10}") && Long.parseLong(text) <= MOST ? Long.parseLong(text) : -1;
    }

    private static List<Path> traces(Path store) throws IOException {
        try (Stream<Path> files = Files.walk(store, 2)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .filter(file -> DAY.matcher(day(store, file)).matches())
                    .filter(trace -> Files.isRegularFile(trace, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private static String day(Path store, Path file) {
        return store.relativize(file).getName(0).toString();
    }

    private static void count(Path trace, String name, SourceFile file, BitSet numbers, RecordSink sink)
            throws IOException {
        BitSet own = new BitSet();
        JsonLines.read(trace, line -> StoreSequence.Stated.of(line.json()).value(), read -> {
            if (read instanceof Read.Good<OptionalLong>(var number) && number.orElse(MOST) < MOST) {
                own.set((int) number.getAsLong());
            }
        });
        if (own.intersects(numbers)) {
            BitSet twice = (BitSet) own.clone();
            twice.and(numbers);
            sink.finding(disorder(
                    file, "number " + twice.nextSetBit(0) + " of " + name + " was given in another file, too"));
        }
        numbers.or(own);
    }

    /// A store that began without numbers has receipts beyond the counter; only the numbers below it must all be here.
    private static void compare(long counter, BitSet numbers, SourceFile file, RecordSink sink) {
        if (numbers.length() > counter) {
            sink.finding(disorder(
                    file, "the counter says " + counter + ", but number " + (numbers.length() - 1) + " was given"));
        }
        long missing = counter - numbers.get(0, (int) counter).cardinality();
        if (missing > 0) {
            sink.finding(new Finding(
                    FindingCode.SEQUENCE_GAP,
                    file.place(0),
                    missing + " of the " + counter + " numbers given are not here, the first is "
                            + numbers.nextClearBit(0)));
        }
    }

    private static Finding disorder(SourceFile file, String why) {
        return new Finding(FindingCode.SEQUENCE_DISORDER, file.place(0), why);
    }
}
