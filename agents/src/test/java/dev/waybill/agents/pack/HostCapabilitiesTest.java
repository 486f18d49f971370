package dev.waybill.agents.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What packs may ask of a host, and what it can do as it is configured.
class HostCapabilitiesTest {

    private final HostCapabilities bare = HostCapabilities.ours().without(List.of("mcp"));

    @Test
    void whatIsNotConfiguredCouldBeAndIsNot() {
        assertThat(bare.has("mcp")).isTrue();
        assertThat(bare.offers("mcp")).isFalse();
        assertThat(bare.offers("host.mcp")).isFalse();
        assertThat(bare.offers("openwop.capabilities.mcp")).isFalse();
        assertThat(bare.offers("a2a")).isTrue();
        assertThat(HostCapabilities.ours().offers("mcp")).isTrue();
    }

    @Test
    void whatNobodyHasIsNeitherThereNorOffered() {
        assertThat(bare.has("teleport")).isFalse();
        assertThat(bare.offers("teleport")).isFalse();
    }
}
