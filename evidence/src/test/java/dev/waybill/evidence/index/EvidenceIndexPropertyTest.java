package dev.waybill.evidence.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.EvidenceFolder;
import dev.waybill.evidence.Fact;
import dev.waybill.evidence.Field;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.QualifiedId;
import dev.waybill.evidence.Rec;
import dev.waybill.evidence.RecordContent;
import dev.waybill.evidence.Repo;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.RecordSink;
import dev.waybill.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An index answers what a plain scan over the same records answers.
class EvidenceIndexPropertyTest {

    @TempDir
    Path directory;

    @Test
    void itAnswersWhatAScanAnswers() {
        Seeds.check(15, random -> {
            EvidenceFolder files = new EvidenceFolder(directory.resolve(Long.toString(random.nextLong())));
            for (int i = 0; i < 3; i++) {
                files.add("root" + i + "/log.jsonl", records(random));
            }
            List<FoundRecord> all = scan(files);
            try (EvidenceIndex index = files.index()) {
                compare(index, all);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Rec[] records(Random random) {
        return IntStream.range(0, random.nextInt(60))
                .mapToObj(i -> record(random))
                .toArray(Rec[]::new);
    }

    private static Rec record(Random random) {
        List<Repo> repos = List.of(Repo.values());
        Rec rec = Rec.of(repos.get(random.nextInt(5)).wire() + ":" + word("id", random), "TYPE" + random.nextInt(3))
                .task(word("task", random))
                .correlation(word("c", random))
                .parents(word("id", random), repos.get(random.nextInt(5)).wire() + ":" + word("id", random));
        if (random.nextInt(3) == 0) {
            rec = rec.with("type", random.nextBoolean() ? "POLICY_APPLY" : "ewp.policy_rollback/v0")
                    .with(Fact.LEVER, word("LEVER", random));
        }
        if (random.nextInt(4) != 0) {
            rec = rec.at(Instant.ofEpochSecond(random.nextInt(50)).toString());
        }
        return random.nextInt(5) == 0 ? rec.with("unseekable", true) : rec;
    }

    private static String word(String start, Random random) {
        return start + "_" + random.nextInt(12);
    }

    private static List<FoundRecord> scan(EvidenceFolder files) {
        List<FoundRecord> all = new ArrayList<>();
        files.read(new RecordSink() {
            @Override
            public void record(FoundRecord found) {
                all.add(found);
            }

            @Override
            public void finding(Finding finding) {
                throw new AssertionError(finding.toString());
            }
        });
        return all;
    }

    private static void compare(EvidenceIndex index, List<FoundRecord> all) {
        assertThat(index.records().map(IndexedRecord::content).toList())
                .isEqualTo(all.stream().map(FoundRecord::content).toList());
        for (int i = 0; i < 12; i++) {
            String id = "id_" + i;
            String task = "task_" + i;
            assertRows(index.byId(id), all, content -> content.id().id().equals(id));
            assertRows(
                    index.by(Field.TASK, task),
                    all,
                    content -> content.identity()
                            .value(Field.TASK)
                            .filter(task::equals)
                            .isPresent());
            QualifiedId qualified = new QualifiedId(Repo.CCIO, id);
            assertRows(
                    index.byId(qualified.toString()),
                    all,
                    content -> content.id().equals(qualified));
            assertRows(
                    index.children(qualified), all, content -> content.parents().contains(qualified));
            assertChanges(index, all, "lever_" + i);
        }
        assertRows(
                index.ofType("TYPE1").toList(), all, content -> content.type().equals("TYPE1"));
    }

    private static void assertRows(List<IndexedRecord> found, List<FoundRecord> all, Predicate<RecordContent> wanted) {
        assertThat(found.stream().map(IndexedRecord::row).toList())
                .isEqualTo(IntStream.range(0, all.size())
                        .filter(row -> wanted.test(all.get(row).content()))
                        .boxed()
                        .toList());
    }

    private static void assertChanges(EvidenceIndex index, List<FoundRecord> all, String lever) {
        Instant upTo = Instant.ofEpochSecond(25);
        List<Instant> expected = all.stream()
                .map(FoundRecord::content)
                .filter(content -> PolicyTimes.isChange(content)
                        && PolicyTimes.lever(content).filter(lever::equals).isPresent())
                .flatMap(content -> PolicyTimes.effective(content).stream())
                .map(time -> time.at())
                .filter(time -> !time.isAfter(upTo))
                .sorted(Comparator.reverseOrder())
                .toList();
        List<PolicyScope> scopes = index.policyScopes().stream()
                .filter(scope -> scope.lever().equals(lever))
                .toList();
        for (PolicyScope scope : scopes) {
            List<Instant> found = index.policyChanges(scope, upTo)
                    .map(EvidenceIndexPropertyTest::effective)
                    .toList();
            assertThat(found).isSortedAccordingTo(Comparator.reverseOrder());
        }
        assertThat(scopes.stream()
                        .flatMap(scope -> index.policyChanges(scope, upTo))
                        .map(EvidenceIndexPropertyTest::effective)
                        .sorted(Comparator.reverseOrder())
                        .toList())
                .isEqualTo(expected);
        assertThat(scopes.stream()
                        .flatMap(scope -> index.firstPolicyChangeAfter(scope, upTo).stream())
                        .map(EvidenceIndexPropertyTest::effective)
                        .min(Comparator.naturalOrder()))
                .isEqualTo(all.stream()
                        .map(FoundRecord::content)
                        .filter(content -> PolicyTimes.isChange(content)
                                && PolicyTimes.lever(content)
                                        .filter(lever::equals)
                                        .isPresent())
                        .flatMap(content -> PolicyTimes.effective(content).stream())
                        .map(time -> time.at())
                        .filter(time -> time.isAfter(upTo))
                        .min(Comparator.naturalOrder()));
        assertThat(scopes.stream().flatMap(scope -> index.policyChangesWithoutTime(scope).stream()))
                .hasSize((int) all.stream()
                        .map(FoundRecord::content)
                        .filter(content -> PolicyTimes.isChange(content)
                                && content.time() == null
                                && PolicyTimes.lever(content)
                                        .filter(lever::equals)
                                        .isPresent())
                        .count());
    }

    private static Instant effective(IndexedRecord change) {
        return PolicyTimes.effective(change.content()).orElseThrow().at();
    }
}
