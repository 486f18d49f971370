package dev.waybill.evidence.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.FindingCode.Severity;
import dev.waybill.evidence.Integrity;
import dev.waybill.evidence.Integrity.Level;
import dev.waybill.evidence.read.FoundRecord;
import dev.waybill.evidence.read.Gathered;
import dev.waybill.testkit.Interop;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Real files of the other systems: all of it reads, and all that can be checked holds.
class ScanInteropTest {

    private static Gathered scan(String folder) {
        Gathered gathered = new Gathered();
        Scan.read(List.of(Interop.path("ewp/" + folder)), gathered);
        return gathered;
    }

    private static Map<String, Long> types(Gathered gathered) {
        return gathered.records.stream()
                .collect(Collectors.groupingBy(
                        record -> record.format().name() + " "
                                + record.integrity().level(),
                        TreeMap::new,
                        Collectors.counting()));
    }

    @TestFactory
    Stream<DynamicTest> everyFolderReadsWithoutTrouble() {
        return Stream.of("agentmesh-ewp-f124e35", "agentmesh-pr47", "canary-01", "quintet", "ccio-decision-receipts")
                .map(folder -> DynamicTest.dynamicTest(folder, () -> {
                    Gathered gathered = scan(folder);
                    System.out.println(folder + ": " + gathered.records.size() + " records " + types(gathered));
                    assertThat(gathered.findings)
                            .filteredOn(finding -> finding.code().severity() != Severity.INFO)
                            .isEmpty();
                    assertThat(gathered.records)
                            .isNotEmpty()
                            .noneMatch(r -> r.integrity().isBroken());
                }));
    }

    @TestFactory
    Stream<DynamicTest> agentMeshIsReadInAllItsForms() {
        return Stream.of("agentmesh-ewp-f124e35", "agentmesh-pr47")
                .map(folder -> DynamicTest.dynamicTest(folder, () -> {
                    Map<String, Long> types = types(scan(folder));
                    long events = folder.endsWith("pr47") ? 43 : 42;
                    assertThat(types)
                            .containsEntry("agentmesh/event HASHED", events)
                            .containsEntry("agentmesh/weave HASHED", 36L)
                            .containsEntry("agentmesh/commit SIGNED", 4L)
                            .containsEntry("agentmesh/commit UNSIGNED", 2L)
                            .containsEntry("agentmesh/witness HASHED", 2L)
                            .containsEntry("agentmesh/task UNSIGNED", 4L)
                            .containsEntry("agentmesh/attempt UNSIGNED", 4L)
                            .containsEntry("agentmesh/episode UNSIGNED", 2L)
                            .containsEntry("agentmesh/bundle UNSIGNED", 1L)
                            .containsEntry("agentmesh/meshpack HASHED", 1L)
                            .containsEntry("agentmesh/key HASHED", 1L);
                }));
    }

    @Test
    void aRowIsTheSameBytesWhereverItWasReadFrom() {
        for (String folder : List.of("agentmesh-ewp-f124e35", "agentmesh-pr47")) {
            Map<String, List<String>> texts = scan(folder).records.stream()
                    .filter(record -> List.of(
                                    "agentmesh/weave",
                                    "agentmesh/task",
                                    "agentmesh/attempt",
                                    "agentmesh/episode",
                                    "agentmesh/capsule")
                            .contains(record.format().name()))
                    .collect(Collectors.groupingBy(
                            record -> record.content().id().toString(),
                            TreeMap::new,
                            Collectors.mapping(
                                    record -> new String(record.raw(), java.nio.charset.StandardCharsets.UTF_8),
                                    Collectors.toList())));
            assertThat(texts).hasSizeGreaterThan(15);
            assertThat(texts)
                    .allSatisfy((id, found) ->
                            assertThat(found).hasSizeGreaterThan(1).allMatch(found.getFirst()::equals));
        }
    }

    @Test
    void nothingIsCreatedBesideForeignFiles() throws java.io.IOException {
        Path folder = Interop.path("ewp/agentmesh-pr47");
        List<Path> before = files(folder);
        scan("agentmesh-pr47");
        assertThat(files(folder)).isEqualTo(before);
    }

    private static List<Path> files(Path folder) throws java.io.IOException {
        try (var all = java.nio.file.Files.walk(folder)) {
            return all.sorted().toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> everyRealCommitGetsItsStatusAndASquashABetterOne() {
        Gathered gathered = new Gathered();
        Scan.read(List.of(Interop.path("ewp/real-witness-commits.jsonl")), gathered);
        assertThat(gathered.records).hasSize(32);
        System.out.println("real-witness-commits: " + gathered.records.size() + " commits");
        return gathered.records.stream()
                .map(record ->
                        DynamicTest.dynamicTest(record.content().id().toString(), () -> judged(record, gathered)));
    }

    private static void judged(FoundRecord record, Gathered all) {
        String text = new String(record.raw(), java.nio.charset.StandardCharsets.UTF_8);
        List<FindingCode> codes = all.findings.stream()
                .filter(finding -> record.place().equals(finding.place()))
                .map(Finding::code)
                .toList();
        if (text.contains("\"upstream_status\":\"VERIFIED\"") || text.contains("\"upstream_status\": \"VERIFIED\"")) {
            assertThat(record.integrity().level()).isEqualTo(Level.SIGNED);
            assertThat(record.integrity().detail()).matches("signed by mesh_[0-9a-f]{16}");
            assertThat(codes).isEmpty();
        } else {
            assertThat(record.integrity())
                    .isEqualTo(new Integrity(Level.UNSIGNED, "squash: 2 witnesses valid, patch not covered"));
            assertThat(codes).containsExactly(FindingCode.PATCH_NOT_COVERED);
        }
    }
}
