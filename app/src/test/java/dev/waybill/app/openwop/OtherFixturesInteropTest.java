package dev.waybill.app.openwop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Workflows of the kinds that OpenWOP's suite has and the folder of fixtures does not.
class OtherFixturesInteropTest {

    private final JudgedHost host = JudgedHost.shared();

    private JudgedHost.Reply bring(String id, String nodes) {
        return bring(id, nodes, "");
    }

    private JudgedHost.Reply bring(String id, String nodes, String more) {
        return host.post(
                JudgedHost.SEAMS + "/workflows", "{'workflowId':'%s','nodes':[%s]%s}".formatted(id, nodes, more));
    }

    private JudgedHost.Reply vote(String run, String who, String action) {
        return host.post(
                        "/v1/runs/" + run + "/interrupts/gate",
                        "{'resumeValue':{'action':'%s','voter':'%s'}}".formatted(action, who))
                .is(200);
    }

    private String quorum(String id, String approvers) {
        bring(id, """
                {'nodeId':'gate','typeId':'core.approvalGate','config':{'title':'Three of us','requiredApprovals':3,
                 'rejectionPolicy':'majority','approversList':[%s]}}""".formatted(approvers)).is(201);
        String run = host.start(id);
        host.until(run, "waiting-approval");
        return run;
    }

    @Test
    void aMajorityOfThoseWhoMustApproveIsEnoughToReject() {
        String run = quorum("quorum", "");
        vote(run, "ann", "reject");
        assertThat(host.snapshot(run).string("status")).contains("waiting-approval");
        vote(run, "bob", "reject");
        host.until(run, "failed");
    }

    @Test
    void whereTooFewAreLeftToApproveTheGateDoesNotWaitForEver() {
        String run = quorum("quorum-of-a-list", "'ann','bob','cid'");
        vote(run, "ann", "reject");
        host.until(run, "failed");
    }

    @Test
    void anAnswerIsToldWhatItAnsweredAndHowTheOthersVoted() {
        String run = quorum("quorum-told", "");
        JsonObject first = vote(run, "ann", "accept").json().object("interrupt").orElseThrow();
        vote(run, "bob", "accept");
        JsonObject last = vote(run, "cid", "accept").json().object("interrupt").orElseThrow();
        assertThat(first.string("kind")).contains("approval");
        assertThat(last.string("kind")).contains("approval");
        assertThat(last.object("votes").orElseThrow().names()).containsExactlyInAnyOrder("ann", "bob", "cid");
        host.until(run, "completed");
    }

    @Test
    void ofEqualAnswersAtOnceOneIsTheFirst() throws InterruptedException {
        bring("raced", "{'nodeId':'gate','typeId':'core.approvalGate','config':{'title':'Go?'}}")
                .is(201);
        String run = host.start("raced");
        host.until(run, "waiting-approval");
        List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            callers.add(Thread.ofVirtual()
                    .start(() -> statuses.add(
                            host.post("/v1/runs/" + run + "/interrupts/gate", "{'resumeValue':{'action':'accept'}}")
                                    .status())));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(statuses)
                .containsOnlyOnce(200)
                .filteredOn(status -> status != 200)
                .containsOnly(409);
        host.until(run, "completed");
    }

    @Test
    void aSecretIsHiddenUnderItsOwnName() {
        bring("redaction", """
                {'nodeId':'probe','typeId':'core.identity',
                 'config':{'memoryAction':'redaction-probe','byokSecretId':'judges-secret'},
                 'agent':{'agentId':'core.conformance.byok-agent','memoryRef':'judged/redaction'}}""", ",'variables':[{'name':'memoryReadback','type':'object'}]")
                .is(201);
        String run = host.start("redaction");
        assertThat(host.until(run, "completed").toString()).contains("[REDACTED:judges-secret]");
    }

    @Test
    void aMessageThatIsSaidTwiceIsInItsChannelOnce() {
        bring("twice", """
                {'nodeId':'say','typeId':'core.identity','config':{'emitDuplicateMessageId':true}}""", ",'channels':{'messages':{'schema':{'type':'array'},'reducer':'message'}}")
                .is(201);
        String run = host.start("twice");
        List<String> said = host
                .until(run, "completed")
                .object("channels")
                .orElseThrow()
                .array("messages")
                .orElseThrow()
                .items()
                .stream()
                .map(each -> each.asObject().orElseThrow().string("messageId").orElseThrow())
                .toList();
        assertThat(said).hasSize(1);
    }

    @Test
    void aNodeThatNeedsWhatNobodyHasFailsItsRunByThatName() {
        bring("unprovided", "{'nodeId':'n1','typeId':'conformance.requiresMissing'}")
                .is(201);
        JsonObject end = host.until(host.start("unprovided"), "failed");
        assertThat(end.object("error").orElseThrow().string("code")).contains("capability_not_provided");
    }

    @Test
    void whatThisHostDoesNotDoIsRefusedWhenItIsBrought() {
        String channel = bring("by-channel", """
                {'nodeId':'n','typeId':'core.identity','agent':{'agentId':'core.judged.agent','channel':'stable'}}""").is(400).text("message");
        assertThat(channel).contains("channel", "agents.deployment");
        bring("by-conversation", """
                {'nodeId':'plan','typeId':'core.orchestrator.supervisor'},
                {'nodeId':'work','typeId':'core.dispatch','config':{'askUserRouting':'conversation'}}""").is(400);
        JudgedHost.Reply fixture = host.post("/v1/runs", "{'workflowId':'conformance-agent-channel-dispatch'}")
                .is(400);
        assertThat(fixture.text("error")).isEqualTo("validation_error");
        assertThat(host.get("/.well-known/openwop").is(200).body())
                .doesNotContain("\"conformance-agent-channel-dispatch\"");
    }

    @Test
    void theEndOfAHandOverNamesTheFirstFailureByItsCode() {
        bring("fails", "{'nodeId':'f','typeId':'core.fail','config':{'code':'no_stock','message':'nothing left'}}")
                .is(201);
        host.team(
                "hopeful", "{'kind':'next-worker','nextWorkerIds':['fails']},{'kind':'terminate','reason':'done'}", "");
        String run = host.start("hopeful");
        host.until(run, "completed");
        JsonObject failed = host.log(run).chain().payloads().getLast();
        assertThat(failed.string("phase")).contains("child.failed");
        assertThat(failed.object("error")
                        .flatMap(error -> error.object("details"))
                        .flatMap(details -> details.string("childCode")))
                .contains("no_stock");
    }

    @Test
    void aReplayThatPartsAtARefusalSaysWhichAttemptItIsAbout() {
        bring("asks", """
                {'nodeId':'judged-call','typeId':'core.ai.structuredOutput',
                 'config':{'provider':'mock','model':'mock-mini','outputSchema':{'type':'object'}},
                 'inputs':{'prompt':{'type':'static','value':'Go'}}}""").is(201);
        program("{'content':'{}'}");
        String source = host.start("asks");
        host.until(source, "completed");
        program("{'stopReason':'safety','refusalText':'no'}");
        String replay = host.post("/v1/runs/" + source + ":fork", "{'mode':'replay'}")
                .is(201)
                .text("runId");
        host.until(replay, "failed");
        Log log = host.log(replay);
        JsonObject started = log.of("node.started").events().getFirst();
        JsonObject parted = log.of("replay.divergedAtRefusal").events().getFirst();
        assertThat(parted.string("causationId")).isEqualTo(started.string("eventId"));
        Set<String> uncaused = log.events().stream()
                .filter(event -> event.string("causationId").isEmpty())
                .map(Log::type)
                .collect(Collectors.toSet());
        assertThat(uncaused).containsExactly("run.started");
    }

    private void program(String answer) {
        host.post(JudgedHost.SEAMS + "/test/mock-ai/program", "{'nodeId':'judged-call','program':[" + answer + "]}")
                .is(200);
    }
}
