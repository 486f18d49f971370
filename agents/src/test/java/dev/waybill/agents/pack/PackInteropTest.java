package dev.waybill.agents.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The packs of the public registry.
class PackInteropTest {

    private final Path packs = Interop.path("openwop/packs");

    @BeforeEach
    void thereAreSome() {
        assumeTrue(Files.isDirectory(packs));
    }

    @Test
    void everyPackOfTheRegistryLoads() throws IOException {
        AgentRegistry registry = registry();

        try (Stream<Path> folders = Files.list(packs)) {
            assertThat(registry.unusable()).isEmpty();
            assertThat(registry.packs()).hasSize((int) folders.count()).hasSizeGreaterThanOrEqualTo(15);
        }
        System.out.printf(
                "packs of the registry: %d read, %d agents%n",
                registry.packs().size(), registry.agents().size());
    }

    @Test
    void anAgentComesWithItsPromptAndItsSchemas() {
        AgentManifest planner = registry()
                .find("core.openwop.agents.research-crew.planner")
                .orElseThrow()
                .manifest();

        assertThat(planner.prompt()).isNotBlank();
        assertThat(planner.promptSource()).isEqualTo("prompts/planner.md");
        assertThat(planner.task()).isNotNull();
        assertThat(planner.result()).isNotNull();
        assertThat(planner.toolAllowlist()).isEmpty();
    }

    @Test
    void nodePacksTellTheirTypes() {
        Pack http = registry().packs().stream()
                .map(AgentRegistry.Shelved::pack)
                .filter(pack -> pack.name().equals("core.openwop.http"))
                .findFirst()
                .orElseThrow();

        assertThat(http.agents()).isEmpty();
        assertThat(http.nodeTypes()).contains("core.openwop.http.fetch").hasSize(23);
    }

    private AgentRegistry registry() {
        return PackFolders.load(new PackShelf(packs.resolve("none")), List.of(packs), HostCapabilities.ours());
    }
}
