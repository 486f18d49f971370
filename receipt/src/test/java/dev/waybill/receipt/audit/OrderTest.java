package dev.waybill.receipt.audit;

import static dev.waybill.receipt.audit.Audits.audit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whether the order is proven, and which one it is.
class OrderTest {

    private static WorkflowReport first(List<String> receipts) {
        return audit(receipts).workflows().getFirst();
    }

    @Test
    void oneChainFromRootToTipProvesTheOrderWhateverTheInput() {
        Seeds.check(10, random -> {
            RandomWorkflow run = new RandomWorkflow(random);
            WorkflowReport report = first(run.shuffled(run.history.texts()));
            assertThat(report.order()).isEqualTo(Order.PROVEN);
            assertThat(report.chains()).isEqualTo(1);
            assertThat(report.sequence())
                    .containsExactlyElementsOf(
                            run.history.digests().stream().map(Object::toString).toList());
        });
    }

    @Test
    void receiptsThatNameNoneBeforeThemHaveNoOrder() {
        WorkflowReport report =
                first(History.of("run").unchained().step("a").step("b", "a").withSummary());
        assertThat(report.order()).isEqualTo(Order.NONE);
        assertThat(report.sequence()).isEmpty();
    }

    @Test
    void severalChainsProveNoOrderAmongEachOther() {
        History history = History.of("run")
                .step("a")
                .step("b", "a")
                .following(null)
                .step("c")
                .step("d", "c");
        WorkflowReport report = first(history.withSummary());
        assertThat(report.order()).isEqualTo(Order.PIECES);
        assertThat(report.chains()).isEqualTo(2);
    }

    @Test
    void aForkOrAHoleProvesNoOrder() {
        History history = History.of("run").step("a").step("b", "a").step("c", "b");
        assertThat(first(history.textsWithout("b")).order()).isEqualTo(Order.PIECES);
        assertThat(first(history.textsWithout("a")).order()).isEqualTo(Order.PIECES);
        history.following(history.receipt("a").ref()).step("x", "a");
        assertThat(first(history.texts()).order()).isEqualTo(Order.PIECES);
    }
}
