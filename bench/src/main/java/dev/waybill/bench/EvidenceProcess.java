package dev.waybill.bench;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.evidence.RecordFormat;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.IndexWriter;
import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import dev.waybill.evidence.query.Verdict;
import dev.waybill.evidence.scan.Readers;
import dev.waybill.evidence.scan.Scan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Index and questions in a process of its own, whose small heap is the point. Parsing and indexing take turns, so that
/// both see about the same machine.
final class EvidenceProcess {

    private static final int QUESTIONS = 2000;
    private static final int STRIDE = 7919;
    private static final int APPENDS = 5;
    private static final List<RecordFormat> FORMATS =
            List.copyOf(Readers.formats().values());

    private EvidenceProcess() {}

    /// @param args the file, where the index goes, how many turns each side gets, and whether questions are asked
    public static void main(String... args) throws IOException {
        Path file = Path.of(args[0]);
        Path folder = Path.of(args[1]);
        int rounds = Integer.parseInt(args[2]);
        HeapWatch heap = HeapWatch.start();
        double[] parse = new double[rounds];
        double[] index = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            parse[i] = parseRate(file);
            index[i] = indexRate(file, folder);
        }
        try (EvidenceIndex made = EvidenceIndex.open(folder, FORMATS)) {
            JsonObject.Builder answer = JsonObject.builder()
                    .put("records", made.size())
                    .put("parse_rate", Math.round(Duel.median(parse)))
                    .put("index_rate", Math.round(Duel.median(index)));
            if (Boolean.parseBoolean(args[3])) {
                ask(made, answer);
            }
            answer.put("append_nanos", appendNanos(file, folder));
            System.out.println(answer.put("most_used", heap.mostUsed()).build());
        }
    }

    private static double parseRate(Path file) throws IOException {
        long begin = System.nanoTime();
        long lines = 0;
        try (BufferedReader in = Files.newBufferedReader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Sink.swallow(JsonReader.readAnyNumbers(line.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT));
                lines++;
            }
        }
        return lines * 1e9 / (System.nanoTime() - begin);
    }

    /// As `waybill evidence index` does it.
    private static double indexRate(Path file, Path folder) throws IOException {
        EvidenceBenchmark.delete(folder);
        long begin = System.nanoTime();
        return index(file, folder) * 1e9 / (System.nanoTime() - begin);
    }

    private static long index(Path file, Path folder) throws IOException {
        try (IndexWriter writer = IndexWriter.begin(folder, List.of(file))) {
            Scan.read(List.of(file), writer);
            writer.commit();
            return writer.size();
        }
    }

    /// Ten lines that were appended to a file whose other lines are indexed.
    private static long appendNanos(Path file, Path folder) throws IOException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < APPENDS; i++) {
            EvidenceLines.append(file, i * 10, 10);
            long begin = System.nanoTime();
            index(file, folder);
            best = Math.min(best, System.nanoTime() - begin);
        }
        return best;
    }

    private static void ask(EvidenceIndex index, JsonObject.Builder answer) {
        int chain = EvidenceLines.chainLength(index.size());
        answer.put("chain", chain)
                .put("lookup_nanos", lookupNanos(index))
                .put("policy_nanos", policyNanos(index, chain))
                .put("trace_nanos", traceNanos(index, chain));
    }

    /// The second half counts: by then the code is warm. No record is asked for twice in a row, so no cache answers.
    private static long lookupNanos(EvidenceIndex index) {
        long begin = 0;
        for (int i = 0; i < 2 * QUESTIONS; i++) {
            begin = i == QUESTIONS ? System.nanoTime() : begin;
            if (index.byId(EvidenceLines.id(spread(i, 0, index.size()))).isEmpty()) {
                throw new IllegalStateException("a record is missing");
            }
        }
        return (System.nanoTime() - begin) / QUESTIONS;
    }

    private static long policyNanos(EvidenceIndex index, int first) {
        Queries queries = new Queries(index);
        long begin = 0;
        for (int i = 0; i < 2 * QUESTIONS; i++) {
            begin = i == QUESTIONS ? System.nanoTime() : begin;
            Answer answer = queries.policyAt(EvidenceLines.task(spread(i, first + 1000, index.size())), "merged");
            if (index.size() > 10_000 && answer.verdict() != Verdict.DERIVED) {
                throw new IllegalStateException("expected a derived policy, found " + answer.toJson());
            }
        }
        return (System.nanoTime() - begin) / QUESTIONS;
    }

    private static int spread(int number, int from, int to) {
        int first = Math.min(from, to - 1);
        return first + (int) ((long) number * STRIDE % (to - first));
    }

    private static long traceNanos(EvidenceIndex index, int chain) {
        Queries queries = new Queries(index);
        long nanos = 0;
        for (int i = 0; i < 3; i++) {
            long begin = System.nanoTime();
            Answer answer = queries.trace(EvidenceLines.CHAIN);
            nanos = System.nanoTime() - begin;
            if (answer.path().size() != chain || answer.exitCode() != 0) {
                throw new IllegalStateException("expected a whole chain, found " + answer.headline());
            }
        }
        return nanos;
    }
}
