package dev.waybill.evidence.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphPropertyTest {

    @TempDir
    Path directory;

    @Test
    void aRandomGraphWithoutCyclesIsSoundAndItsTraceIsInOrder() {
        Seeds.check(12, random -> {
            List<Rec> records = graph(random, 2 + random.nextInt(40));
            ask(random, records, queries -> {
                Answer trace = queries.trace("chain");
                assertThat(trace.path()).hasSize(records.size());
                assertInOrder(trace);
                assertThat(queries.dag(null).findings()).isEmpty();
            });
        });
    }

    @Test
    void aPlantedFaultIsAlwaysFound() {
        Seeds.check(12, random -> {
            List<Rec> records = graph(random, 4 + random.nextInt(30));
            FindingCode planted = plant(random, records);
            ask(random, records, queries -> {
                assertThat(queries.dag(null).findings())
                        .extracting(Finding::code)
                        .contains(planted);
                assertThat(queries.dag("chain").findings())
                        .extracting(Finding::code)
                        .contains(planted);
            });
        });
    }

    @Test
    void ancestorsAndDescendantsAreWhatAWalkFinds() {
        Seeds.check(12, random -> {
            List<Rec> records = graph(random, 2 + random.nextInt(25));
            int start = random.nextInt(records.size());
            ask(random, records, queries -> {
                assertThat(ids(queries.why(id(start), 1000)))
                        .containsExactlyInAnyOrderElementsOf(reached(records, start, true));
                assertThat(ids(queries.impact(id(start), 1000)))
                        .containsExactlyInAnyOrderElementsOf(reached(records, start, false));
            });
        });
    }

    @Test
    void aLongLineOfRecordsNeedsNoStack() {
        Edges edges = new Edges();
        int length = 1_000_000;
        for (int i = 1; i < length; i++) {
            edges.add(i, i - 1);
        }
        assertThat(edges.cycles()).isEmpty();
        edges.add(0, length - 1);
        assertThat(edges.cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle).hasSize(length + 1));
    }

    /// Each record names up to three earlier ones; the files hold them in any order.
    private static List<Rec> graph(Random random, int size) {
        List<Rec> records = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Rec record = Rec.of(id(i), "STEP")
                    .correlation("chain")
                    .at(Instant.ofEpochSecond(1000 + i).toString());
            int number = i;
            String[] parents = IntStream.range(0, i == 0 ? 0 : 1 + random.nextInt(3))
                    .mapToObj(n -> id(random.nextInt(number)))
                    .distinct()
                    .toArray(String[]::new);
            records.add(parents.length == 0 ? record : record.parents(parents));
        }
        return records;
    }

    private static String id(int number) {
        return List.of(Repo.values()).get(number % 5).wire() + ":step_" + number;
    }

    private static FindingCode plant(Random random, List<Rec> records) {
        int at = 1 + random.nextInt(records.size() - 1);
        Rec victim = records.get(at);
        return switch (random.nextInt(6)) {
            case 0 -> {
                // The first record becomes the child of one that follows from it.
                records.set(0, records.getFirst().parents(id(at)));
                yield FindingCode.CYCLE;
            }
            case 1 -> put(records, at, victim.parents(id(0), "assay:nowhere"), FindingCode.ORPHAN);
            case 2 -> put(records, at, victim.parents("quintet:step_0"), FindingCode.WRONG_PREFIX);
            case 3 -> put(records, at, victim.parents(id(0), id(at)), FindingCode.SELF_PARENT);
            case 4 -> put(records, at, victim.correlation("another"), FindingCode.FOREIGN_CORRELATION);
            default -> {
                records.add(victim.with("more", "than before"));
                yield FindingCode.DUPLICATE_ID;
            }
        };
    }

    private static FindingCode put(List<Rec> records, int at, Rec changed, FindingCode code) {
        records.set(at, changed);
        return code;
    }

    private void ask(Random random, List<Rec> records, java.util.function.Consumer<Queries> look) {
        EvidenceFolder files = new EvidenceFolder(directory.resolve(Long.toString(random.nextLong())));
        List<List<Rec>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        records.forEach(record -> {
            List<Rec> part = parts.get(random.nextInt(3));
            part.add(random.nextInt(part.size() + 1), record);
        });
        for (int i = 0; i < 3; i++) {
            files.add("root" + i + "/log.jsonl", parts.get(i).toArray(Rec[]::new));
        }
        try (EvidenceIndex index = files.index()) {
            look.accept(new Queries(index));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertInOrder(Answer trace) {
        Map<String, Integer> positions = new LinkedHashMap<>();
        trace.path().forEach(line -> positions.put(line.found().id().toString(), positions.size()));
        trace.path()
                .forEach(line -> line.found()
                        .content()
                        .parents()
                        .forEach(parent -> assertThat(positions.get(parent.toString()))
                                .isLessThan(positions.get(line.found().id().toString()))));
    }

    private static List<String> ids(Answer answer) {
        return answer.path().stream().map(line -> line.found().id().toString()).toList();
    }

    private static List<String> reached(List<Rec> records, int start, boolean up) {
        List<String> reached = new ArrayList<>(List.of(id(start)));
        for (int i = 0; i < reached.size(); i++) {
            String from = reached.get(i);
            for (int n = 0; n < records.size(); n++) {
                String other = id(n);
                boolean linked = up ? names(record(records, from), other) : names(records.get(n), from);
                if (linked && !reached.contains(other)) {
                    reached.add(other);
                }
            }
        }
        return reached;
    }

    private static Rec record(List<Rec> records, String id) {
        return records.get(Integer.parseInt(id.substring(id.indexOf('_') + 1)));
    }

    private static boolean names(Rec record, String parent) {
        return record.json().array("_ewp_parent_ids").stream()
                .flatMap(ids -> ids.items().stream())
                .anyMatch(id -> id.asString().orElse("").equals(parent));
    }
}
