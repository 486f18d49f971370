package dev.waybill.runtime.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.decide.Refused;
import dev.waybill.runtime.guided.GuidedCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One catalogue of all definitions: later folders win, nothing is hidden, edits count at once.
class CatalogTest {

    @TempDir
    private Path folder;

    private Path user;
    private Path project;
    private Catalog catalog;

    @BeforeEach
    void open() throws IOException {
        user = Files.createDirectories(folder.resolve("user"));
        project = Files.createDirectories(folder.resolve("project"));
        catalog = new Catalog(List.of(user, project, folder.resolve("not-there")));
    }

    @Test
    void graphsAndGuidedWorkflowsAreFoundByTheirIds() throws IOException {
        write(user, "release.json", graph("release", "1"));
        write(project, "review.json", guided("review", "1.0.0"));

        assertThat(catalog.find("release").orElseThrow().version()).isEqualTo("1");
        assertThat(catalog.guided("review").orElseThrow().version()).isEqualTo("1.0.0");
        assertThat(catalog.find("review")).isEmpty();
        assertThat(catalog.guided("release")).isEmpty();
        assertThat(catalog.workflows()).extracting(it -> it.id()).contains("review", "mr-review-workflow");
    }

    @Test
    void ofTwoWithOneIdTheLaterFolderCountsAndTheOtherIsListedAsShadowed() throws IOException {
        Path here = write(user, "release.json", graph("release", "1"));
        Path there = write(project, "any-name.json", graph("release", "2"));

        assertThat(catalog.find("release").orElseThrow().version()).isEqualTo("2");
        assertThat(catalog.entries())
                .filteredOn(entry -> entry.id().equals("release"))
                .containsExactly(
                        new Catalog.Entry("release", "graph", "2", there.toString(), null),
                        new Catalog.Entry("release", "graph", "1", here.toString(), there.toString()));
    }

    @Test
    void aFolderMayReplaceWhatWeShipWhateverItsKind() throws IOException {
        assertThat(catalog.guided("mr-review-workflow")).isPresent();
        Path mine = write(project, "mine.json", graph("mr-review-workflow", "9"));

        assertThat(catalog.guided("mr-review-workflow")).isEmpty();
        assertThat(catalog.find("mr-review-workflow").orElseThrow().version()).isEqualTo("9");
        assertThat(catalog.entries())
                .filteredOn(entry -> entry.id().equals("mr-review-workflow"))
                .extracting(Catalog.Entry::shadowedBy)
                .containsExactly(null, mine.toString());
    }

    @Test
    void withinAFolderTheLastFileByNameCounts() throws IOException {
        write(user, "a.json", graph("release", "1"));
        write(user, "b.json", graph("release", "2"));
        assertThat(catalog.find("release").orElseThrow().version()).isEqualTo("2");
    }

    @Test
    void anEditedFileCountsFromTheNextQuestionOn() throws IOException {
        Path file = write(user, "release.json", graph("release", "1"));
        assertThat(catalog.find("release").orElseThrow().version()).isEqualTo("1");

        Files.writeString(file, graph("release", "2"));
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        assertThat(catalog.find("release").orElseThrow().version()).isEqualTo("2");

        Files.delete(file);
        assertThat(catalog.find("release")).isEmpty();
    }

    @Test
    void brokenFilesAreReportedWithAllTheirErrorsAndHideNothing() throws IOException {
        write(user, "good.json", graph("good", "1"));
        Path bad = write(project, "good-too.json", "{\"id\":\"good\",\"nodes\":[{\"id\":\"a\"}],\"edges\":7}");
        Path worse = write(project, "worse.json", "{\"id\":");
        write(project, "other.json", "{\"something\":\"else\"}");

        assertThat(catalog.find("good")).isPresent();
        assertThat(catalog.unusable())
                .extracting(GuidedCatalog.Broken::source)
                .containsExactlyInAnyOrder(bad.toString(), worse.toString());
        assertThat(catalog.unusable())
                .filteredOn(file -> file.source().equals(bad.toString()))
                .first()
                .satisfies(file -> assertThat(file.errors()).hasSizeGreaterThan(1));
        assertThat(catalog.broken()).extracting(GuidedCatalog.Broken::source).containsExactly(worse.toString());
    }

    @Test
    void aGraphThatIsOnlyThereBrokenSaysWhatIsWrong() throws IOException {
        write(user, "bad.json", "{\"id\":\"bad\",\"nodes\":7}");
        assertThatThrownBy(() -> catalog.find("bad"))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("cannot run");
        assertThat(catalog.find("unknown")).isEmpty();
    }

    @Test
    void aCatalogueThatTrustsALookSeesAnEditOnceTheTimeIsUp() throws IOException {
        AtomicLong nanos = new AtomicLong();
        Catalog trusting = catalog.trustingFor(Duration.ofNanos(100), nanos::get);
        write(user, "release.json", graph("release", "1"));
        assertThat(trusting.find("release").orElseThrow().version()).isEqualTo("1");
        write(user, "release.json", graph("release", "10"));
        nanos.set(99);
        assertThat(trusting.find("release").orElseThrow().version()).isEqualTo("1");
        nanos.set(100);
        assertThat(trusting.find("release").orElseThrow().version()).isEqualTo("10");
    }

    private static Path write(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String graph(String id, String version) {
        return """
                {"id":"%s","name":"n","version":"%s","nodes":[{"id":"n","typeId":"core.noop","name":"n",
                 "position":{"x":0,"y":0},"config":{},"inputs":{}}],"edges":[],"triggers":[],"variables":[],
                 "metadata":{},"settings":{"timeout":0}}""".formatted(id, version);
    }

    private static String guided(String id, String version) {
        return """
                {"id":"%s","name":"Steps","description":"One step","version":"%s",
                 "steps":[{"id":"one","title":"One","prompt":"First."}]}""".formatted(id, version);
    }
}
