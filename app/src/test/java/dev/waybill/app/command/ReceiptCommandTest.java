package dev.waybill.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptCommandTest {

    @TempDir
    Path folder;

    private Desk desk = new Desk(Path.of("."));

    @BeforeEach
    void sitDown() {
        desk = Desk.withKeys(folder);
    }

    @Test
    void whatIsIssuedOnEitherWireVerifies() {
        for (String wire : new String[] {"0.1", "0.2"}) {
            String file = desk.receipt("r.jws", Desk.ROOT, "--wire", wire);
            Asked asked = desk.yes("receipt", "verify", file, "--jwks", desk.jwks(), "--json");
            assertThat(asked.json().names()).startsWith("valid", "wire", "receipt_ref", "error_code", "warnings");
            assertThat(asked.json().string("wire")).contains(wire);
            assertThat(asked.json().get("error_code")).isEqualTo(JsonNull.NULL);
        }
    }

    @Test
    void aPersonSeesWhoSignedAndWhen() {
        String file = desk.receipt("r.jws", Desk.ROOT, "--issuer", "https://agents.example.com");
        String keys = "https://agents.example.com=" + desk.jwks();
        assertThat(desk.yes("receipt", "verify", file, "--jwks", keys).out())
                .startsWith("valid    Wire 0.1, issued 2026-11-14T")
                .contains("issuer   https://agents.example.com", "receipt  sha256:");
    }

    @Test
    void aChangedReceiptIsTampered() {
        String file = desk.receipt("r.jws", Desk.ROOT);
        String text = desk.text("r.jws");
        int at = text.lastIndexOf('.') + 5;
        desk.file("r.jws", text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1));
        Asked asked = desk.ask("receipt", "verify", file, "--jwks", desk.jwks(), "--json");
        assertThat(asked.code()).isEqualTo(ExitCode.TAMPERED);
        assertThat(asked.json().string("error_code")).contains("E_INVALID_SIGNATURE");
    }

    @Test
    void anUnknownKeyIsANoThatSaysWhatToDo() {
        String file = desk.receipt("r.jws", Desk.ROOT);
        Asked asked = desk.ask("receipt", "verify", file);
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("E_KEY_NOT_FOUND", "--jwks");
    }

    @Test
    void theClockCanBeFixed() {
        String file = desk.receipt("r.jws", Desk.ROOT);
        Asked asked = desk.ask("receipt", "verify", file, "--jwks", desk.jwks(), "--now", "1000000000", "--json");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.json().string("error_code")).contains("E_NOT_YET_VALID");
    }

    @Test
    void aRedactableReceiptVerifiesWithAndWithoutItsDisclosure() {
        String file = desk.receipt("r.jws", Desk.CHILD, "--redactable");
        String text = desk.text("r.jws");
        String[] parts = text.strip().split("~", -1);
        desk.yes("receipt", "verify", file, "--jwks", desk.jwks());
        desk.yes("receipt", "verify", desk.file("alone.jws", parts[0]), "--jwks", desk.jwks());
        String foreign = desk.file("other.jws", parts[0] + "~WyJzYWx0IiwicGFyZW50X3N0ZXBfaWRzIixbXV0~");
        assertThat(desk.ask("receipt", "verify", foreign, "--jwks", desk.jwks()).code())
                .isEqualTo(ExitCode.NO);
    }

    @Test
    void inspectShowsTheClaimsAndSaysThatNothingWasChecked() {
        String file = desk.receipt("r.jws", Desk.ROOT);
        assertThat(desk.yes("receipt", "inspect", file).out())
                .contains("\"workflow_id\": \"wf_01HXYZ1234567890ABCDEF\"", "signature was not checked");
        assertThat(desk.yes("receipt", "inspect", file, "--json").json().get("signature_checked"))
                .isEqualTo(JsonBool.FALSE);
    }

    @Test
    void everyLineIsAnsweredInOrder() {
        String receipt = desk.text(
                Path.of(desk.receipt("r.jws", Desk.ROOT)).getFileName().toString());
        Asked asked = desk.reading(
                receipt + "nonsense\n\"" + receipt.strip() + "\"\n{\"jws\":\"" + receipt.strip() + "\"}\n",
                "receipt",
                "verify",
                "--lines",
                "--jwks",
                desk.jwks());
        assertThat(asked.code()).isEqualTo(ExitCode.YES);
        assertThat(asked.lines())
                .extracting(answer -> answer.get("valid"))
                .containsExactly(JsonBool.TRUE, JsonBool.FALSE, JsonBool.TRUE, JsonBool.TRUE);
    }

    @Test
    void issueAnswersLinesToo() {
        Asked asked = desk.reading(Desk.ROOT + "\n{}x\n" + Desk.CHILD + "\n", "receipt", "issue", "--lines");
        assertThat(asked.lines()).hasSize(3);
        assertThat(asked.lines().get(1).has("error")).isTrue();
        assertThat(asked.lines().get(2).string("jws")).isPresent();
    }

    @Test
    void aContextThatBreaksARuleIsNotSigned() {
        Asked asked = desk.reading(Desk.ROOT.replace("step_", "stop_"), "receipt", "issue", "--json");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("E_WORKFLOW_STEP_ID_INVALID");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'payment':{'rail':'r','reference':'x','amount':5,'currency':'usd'}} three capital letters",
                "{'payment':{'rail':'r','reference':'x','amount':-1,'currency':'USD'}} at least 0",
                "{'payment':5} payment as an object",
                "{'trace':{'trace_id':'00000000000000000000000000000000','span_id':'00f067aa0ba902b7'}} not all zero",
                "{'extensions':{'org.peacprotocol/correlation':{}},'trace':"
                        + "{'trace_id':'4bf92f3577b34da6a3ce929d0e0e4736','span_id':'00f067aa0ba902b7'}} leave it out",
                "{'audience':7} audience as text",
                "{'type':'dev.example/step'} sign with --wire 0.2",
                "{'workflow':{'step_id':'step_01HXYZ1234567890ABCDEF','parent_step_ids':[]}} workflow_id",
                "{'extensions':{'org.peacprotocol/mcp':{'mcp_session_id':'s'}}} mcp_server_uri"
            })
    void wrongInputIsAnsweredInItsOwnWords(String draftAndWords) {
        int end = draftAndWords.lastIndexOf('}') + 1;
        Asked asked = desk.reading(draftAndWords.substring(0, end).replace('\'', '"'), "receipt", "issue");
        assertThat(asked.code()).isNotEqualTo(ExitCode.YES);
        assertThat(asked.err())
                .contains(draftAndWords.substring(end + 1))
                .doesNotContain("should not happen", "Exception", "Ask the issuer");
    }

    @Test
    void aContextWithoutItsWorkflowIsStillAContext() {
        Asked asked = desk.reading(
                "{\"step_id\":\"step_01HXYZ1234567890ABCDEF\",\"parent_step_ids\":[]}", "receipt", "issue", "--json");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.out()).contains("E_WORKFLOW_ID_INVALID");
    }

    @Test
    void anAudienceIsKeptOnWire01AndRefusedOnWire02() {
        String draft = "{\"workflow\":" + Desk.ROOT + ",\"audience\":\"https://tool.example.com\"}";
        String file = desk.receipt("r.jws", draft);
        assertThat(desk.yes("receipt", "inspect", file).out()).contains("\"aud\": \"https://tool.example.com\"");
        Asked asked = desk.reading(draft, "receipt", "issue", "--wire", "0.2");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("Wire 0.1");
    }

    private String summary(String status, String refs) {
        String issuer = desk.yes("receipt", "inspect", desk.receipt("r.jws", Desk.ROOT), "--json")
                .json()
                .object("claims")
                .flatMap(claims -> claims.string("iss"))
                .orElseThrow();
        return "{\"type\":\"peac/workflow-summary\",\"issuer\":\"" + issuer
                + "\",\"issued_at\":\"2026-01-25T10:30:00Z\",\"evidence\":{\"workflow_id\":\"wf_01HXYZ1234567890ABCDEF\","
                + "\"status\":\"" + status + "\",\"started_at\":\"2026-01-25T10:00:00Z\",\"receipt_refs\":[" + refs
                + "],\"orchestrator_id\":\"agent:o\",\"agents_involved\":[]}}";
    }

    @Test
    void whatASummaryShouldSayIsToldByCheckAndByIssue() {
        String failed = summary("failed", "");
        assertThat(desk.reading(failed, "receipt", "check-summary").out())
                .startsWith("valid")
                .contains("summary_error_context_missing", "summary_completed_at_missing");
        assertThat(desk.reading(failed, "receipt", "check-summary", "--json").out())
                .contains("\"code\":\"summary_error_context_missing\"");
        Asked issued = desk.reading(failed, "receipt", "issue");
        assertThat(issued.code()).isEqualTo(ExitCode.YES);
        assertThat(issued.err()).contains("add error_context", "add completed_at");
        assertThat(desk.reading(failed, "receipt", "issue", "--json").out())
                .contains("\"code\":\"summary_completed_at_missing\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 20_000})
    void aSummaryWithTooManyReferencesLearnsOfTheMerkleRoot(int count) {
        String refs = IntStream.range(0, count)
                .mapToObj(i -> "\"sha256:" + "%064x".formatted(i) + "\"")
                .collect(Collectors.joining(","));
        Asked asked = desk.reading(summary("completed", refs), "receipt", "issue");
        assertThat(asked.code()).isEqualTo(ExitCode.NO);
        assertThat(asked.err()).contains("receipt_merkle_root");
    }

    @Test
    void checkContextAnswersValidErrorCodeAndMessage() {
        Asked good = desk.reading(Desk.ROOT, "receipt", "check-context", "--json");
        assertThat(good.out().strip())
                .isEqualTo("{\"valid\":true,\"error_code\":null,\"message\":null,\"warnings\":[]}");
        Asked bad = desk.reading("{}", "receipt", "check-context", "--json");
        assertThat(bad.code()).isEqualTo(ExitCode.NO);
        assertThat(bad.json().names()).startsWith("valid", "error_code", "message");
        assertThat(bad.json().string("error_code")).contains("E_WORKFLOW_ID_INVALID");
    }

    @Test
    void checkSummaryAnswersValidErrorCodeAndMessage() {
        Asked bad = desk.reading("{\"type\":\"peac/workflow-summary\"}", "receipt", "check-summary", "--json");
        assertThat(bad.code()).isEqualTo(ExitCode.NO);
        assertThat(bad.json().names()).startsWith("valid", "error_code", "message");
        assertThat(bad.json().string("error_code")).contains("E_WORKFLOW_SUMMARY_INVALID");
    }
}
