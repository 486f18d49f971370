package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every workflow that `docs/workflow-definitions.md` shows checks and runs as it stands there.
class WorkflowPageTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");

    @TempDir
    Path folder;

    private RunDesk desk;
    private final Map<String, String> files = new LinkedHashMap<>();

    @BeforeEach
    void copyEveryWorkflowOfThePage() throws IOException {
        desk = new RunDesk(folder);
        Matcher block = BLOCK.matcher(
                Files.readString(Interop.projectRoot().resolve("docs").resolve("workflow-definitions.md")));
        while (block.find()) {
            String id = JsonReader.read(block.group(1), JsonLimits.DOCUMENT)
                    .asObject()
                    .flatMap(document -> document.string("id"))
                    .orElseThrow();
            files.put(id, desk.file(id + ".json", block.group(1)));
        }
    }

    @Test
    void allOfThemCheckWithoutAWarning() {
        assertThat(files.keySet())
                .containsExactly(
                        "hello",
                        "invoice-approval",
                        "delivery-details",
                        "await-payment",
                        "draft-and-review",
                        "order",
                        "parcel");
        List<String> words = new ArrayList<>(List.of("workflow", "check"));
        words.addAll(files.values());

        assertThat(desk.ask(ExitCode.YES, words.toArray(String[]::new)).out()).doesNotContain("warning");
    }

    @Test
    void theSmallestOneCompletes() {
        assertThat(end(start("hello", ExitCode.YES))).contains("completed");
    }

    @Test
    void aLargeInvoiceIsPaidWhenTwoAgree() {
        String run = start("invoice-approval", ExitCode.NO);
        desk.ask("answer", run, "approve", "accept", "--by", "ada");
        desk.ask(ExitCode.YES, "answer", run, "approve", "accept", "--by", "bo");

        assertThat(end(run)).contains("completed", "4800");
    }

    @Test
    void aLargeInvoiceThatIsRejectedIsSentBackAndASmallOneIsPaidAtOnce() {
        String run = start("invoice-approval", ExitCode.NO);
        desk.ask(ExitCode.YES, "answer", run, "approve", "reject", "--by", "ada");

        assertThat(end(run)).contains("completed", "no reason given");
        assertThat(end(start("invoice-approval", ExitCode.YES, "--input", "amount=12")))
                .contains("completed", "12");
    }

    @Test
    void theCustomersAnswersAreUsed() {
        String run = start("delivery-details", ExitCode.NO);
        desk.ask(ExitCode.YES, "answer", run, "ask", "carrier=DHL", "insured=true");

        assertThat(end(run)).contains("completed", "DHL", "950");
    }

    @Test
    void aPaymentThatArrivesShipsTheOrder() {
        String run = start("await-payment", ExitCode.NO);
        desk.ask(ExitCode.YES, "answer", run, "payment", "reference=R-1");

        assertThat(end(run)).contains("completed", "R-1");
    }

    @Test
    void aDraftIsReviewedUntilItIsAccepted() {
        String run = start("draft-and-review", ExitCode.NO);
        desk.ask("answer", run, "review", "reject", "feedback=shorter");
        desk.ask(ExitCode.YES, "answer", run, "review", "accept");

        assertThat(end(run)).contains("completed", "\"drafts\":2");
    }

    @Test
    void anOrderGoesOnAlthoughOneOfItsParcelsFails() {
        assertThat(end(start("order", ExitCode.YES))).contains("completed", "Ada: 2 items", "failed");
    }

    private String start(String id, ExitCode code, String... more) {
        List<String> words = new ArrayList<>(List.of(files.getOrDefault(id, id)));
        words.addAll(List.of(more));
        return desk.run(code, words.toArray(String[]::new));
    }

    /// Status and outputs.
    private String end(String run) {
        JsonObject shown = desk.show(run);
        return shown.string("status").orElse("") + " " + shown.get("outputs");
    }
}
