package dev.waybill.app.telemetry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.RunId;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.runtime.lane.LaneReport;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosedOutletTest {

    @Test
    void noSpanOfAReplayIsExported() {
        Target target = new Target(URI.create("http://127.0.0.1:9"), new LinkedHashMap<>(), "s", "1", "i", 60_000);
        Figures figures =
                new Figures(() -> new LaneReport(List.of(), 0, List.of()), LinkedHashMap::new, InstantSource.system());
        try (OtlpOutlet outlet = new OtlpOutlet(target, figures)) {
            assertThatThrownBy(() ->
                            Seam.repeating(new RunId("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB"), () -> outlet.send(List.of())))
                    .isInstanceOf(ReachedOutside.class);
        }
    }
}
