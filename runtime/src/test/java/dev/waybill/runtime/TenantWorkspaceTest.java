package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.decide.Refused;
import dev.waybill.simulator.ModelStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What a workspace has room for.
class TenantWorkspaceTest {

    private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

    private final TenantWorkspace workspace = TenantWorkspace.of(new ModelStore(), TestHost.ACME);

    @Test
    void aFileThatIsTooLargeIsRefused() {
        String most = "x".repeat(TenantWorkspace.MOST_BYTES);
        assertThat(workspace.write("a", most, null, null, NOW).version()).isEqualTo(1);
        assertThatThrownBy(() -> workspace.write("a", most + "x", null, null, NOW))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("at most 262144 bytes, this one has 262145");
        assertThatThrownBy(() -> workspace.write("a", "é".repeat(TenantWorkspace.MOST_BYTES / 2 + 1), null, null, NOW))
                .isInstanceOf(Refused.class);
    }

    @Test
    void aWorkspaceThatIsFullTakesNoNewFile() {
        for (int i = 0; i < TenantWorkspace.MOST_FILES; i++) {
            workspace.write("f" + i, "x", null, null, NOW);
        }
        assertThatThrownBy(() -> workspace.write("one-more", "x", null, null, NOW))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("at most 1000 files");
        assertThat(workspace.write("f0", "y", null, null, NOW).version()).isEqualTo(2);
        assertThat(workspace.delete("f1", null, NOW)).isTrue();
        assertThat(workspace.write("one-more", "x", null, null, NOW).version()).isEqualTo(1);
    }
}
