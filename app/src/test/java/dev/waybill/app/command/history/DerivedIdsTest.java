package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.app.house.Bundled;
import dev.waybill.base.id.Ulid;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.workflow.WorkflowContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ids follow from a run's secret, and still say when they were made.
class DerivedIdsTest {

    private static final Duration CLOSE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void everyStepAndEveryChildIsNamedAfterTheTimeAtWhichItWasMade() throws Exception {
        Yard yard = new Yard(folder);
        String run = yard.completed("ships").value();
        String bundle = yard.path("run.zip");
        yard.yes("export", run, "--with-children", "--out", bundle);
        List<Receipt> receipts = Bundled.receipts(Path.of(bundle));
        assertThat(receipts)
                .extracting(receipt -> context(receipt).workflowId())
                .hasSizeGreaterThan(6);
        receipts.forEach(DerivedIdsTest::isNamedAfterItsTime);
    }

    @Test
    void soIsTheVerdictOfAReplay() throws Exception {
        Yard yard = new Yard(folder);
        String run = yard.completed("ships").value();
        yard.pass(Duration.ofDays(30));
        Asked replay = yard.ask("replay", run, "--json");
        assertThat(replay.code()).as(replay.out() + replay.err()).isEqualTo(ExitCode.YES);
        String bundle = yard.path("replay.zip");
        yard.yes("export", replay.json().string("runId").orElseThrow(), "--out", bundle);
        assertThat(Bundled.receipts(Path.of(bundle))).isNotEmpty().allSatisfy(DerivedIdsTest::isNamedAfterItsTime);
        assertThat(yard.yes("verify", bundle).out()).doesNotContain("ID_TIME_MISMATCH");
    }

    private static void isNamedAfterItsTime(Receipt receipt) {
        WorkflowContext context = context(receipt);
        for (String id : List.of(context.stepId().value(), context.workflowId().value())) {
            Instant made = Ulid.parse(id.substring(id.indexOf('_') + 1)).time();
            assertThat(Duration.between(made, Instant.ofEpochSecond(receipt.issuedAt()))
                            .abs())
                    .as("%s of %s", id, made)
                    .isLessThan(CLOSE);
        }
    }

    private static WorkflowContext context(Receipt receipt) {
        return Objects.requireNonNull(receipt.workflow());
    }
}
