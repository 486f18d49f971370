package dev.waybill.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.house.Asked;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// `docs/nodes.md` is what the node types say about themselves.
class NodesPageTest {

    @Test
    void thePageIsUpToDate() throws IOException {
        assertThat(Files.readString(Interop.projectRoot().resolve("docs/nodes.md")))
                .as("write it anew: waybill nodes --markdown > docs/nodes.md")
                .isEqualTo(Asked.waybill("nodes", "--markdown").out());
    }
}
