package dev.waybill.app.anchor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.egress.Seam;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClosedAnchorTest {

    @Test
    void nothingOfAReplayIsAnchored() {
        Posting posting = new Posting(URI.create("http://127.0.0.1:9"), "text/plain", Optional.empty());
        assertThatThrownBy(() ->
                        Seam.repeating(new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB"), () -> posting.send(new byte[0])))
                .isInstanceOf(ReachedOutside.class);
    }
}
