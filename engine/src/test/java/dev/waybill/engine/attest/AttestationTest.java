package dev.waybill.engine.attest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.id.Ulid;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.state.Fold;
import dev.waybill.engine.state.RunState;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.Origin;
import dev.waybill.journal.ReceiptPolicy;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunSeed;
import dev.waybill.journal.event.EventTypes;
import dev.waybill.workflow.CompiledWorkflow;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Read;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AttestationTest {

    private static final RunId RUN = RunId.of(new Ulid(1, 1));

    /// What every type of event needs, in one object: each reads its own members.
    private static final String PAYLOAD = """
            {'nodeId':'n','typeId':'core.noop','ordinal':1,'attempt':1,'message':'m','outputs':{},'attempts':1,
             'error':{'code':'c','message':'m'},'lastError':{'code':'c','message':'m'},'delayMs':1,'reason':'r',
             'interruptId':'i','kind':'k','key':'k','resumeValue':1,'data':{},'artifactId':'a','artifactType':'t','contentType':'text/plain','size':1,'digest':'sha256:00',
             'actions':[],'requiredApprovals':1,'action':'accept','questions':[],'answers':{},'name':'v',
             'channel':'c','reducer':'r','value':1,'schemaVersion':1,'writtenAt':'2026-01-01T00:00:00.000000Z','level':'info','limit':1,'observed':2,
             'childRunId':'x','childWorkflowId':'y','childStatus':'pending','phase':'child.completed',
             'agentId':'agent','reasoning':'r','verbosity':'full','toolName':'t','callId':'c','transport':'mcp',
             'status':'ok','provider':'p','model':'m','inputTokens':1,'outputTokens':1,'cacheHit':false,
             'delta':'d','sequence':0,'fromAgentId':'one','toAgentId':'two','decision':{},'confidence':0.3,'floor':0.5,
             'escalationKind':'escalate','originalDecision':{},
             'workerId':'w','parentRunId':'p','sourceRunId':'s','atSequence':0,'divergenceKind':'event',
             'workflowId':'w','inputs':{},'owner':{},'drainPolicy':'immediate','memoryRef':'m','memoryId':'m',
             'totalAttempts':1,'finalReason':'f','toolSurfaceCount':1,'stopReason':'s','source':'run-api','resolved':'r',
             'replayEnvelopeKind':'valid','originalEnvelopeKind':'refusal','refs':[],'path':'p','outputTokenCount':1,
             'outcome':'completed','originalEnvelopeType':'t','memoryBound':false,'invocationId':'i','hash':'h',
             'fallbackCalls':1,'chain':[],'target':'t','verdict':'pass','version':1,'iteration':1,'replacedTurns':[1],'summaryRef':'s','tokenCounter':'c','tokensBefore':2,'tokensAfter':1,
             'outputId':'o','chunk':'c','isLast':true,'sourceCount':1,'trigger':'t','byteSize':1,
             'from':'2026-01-01T00:00:00.000000Z','to':'2026-01-01T00:00:00.000000Z'}
            """.replace('\'', '"');

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static RunState state(Origin origin, ReceiptPolicy policy, String config) {
        JsonObject document = json("""
                {'id':'d','name':'n','version':'1','edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{},
                 'nodes':[{'id':'n','typeId':'core.noop','name':'n','position':{'x':0,'y':0},'config':%s,'inputs':{}}]}
                """.formatted(config).replace('\'', '"'));
        if (!(DefinitionReader.read(document) instanceof Read.Ok ok)) {
            throw new AssertionError("the definition is good");
        }
        RunHeader header = new RunHeader(
                RUN,
                "acme",
                "wf_" + new Ulid(2, 2),
                "d",
                Digest.of(new byte[0]),
                "correlation",
                origin,
                List.of(),
                policy,
                RunSeed.random(new Random(1)),
                "1",
                Instant.EPOCH,
                JsonObject.EMPTY);
        return Fold.begin(header, CompiledWorkflow.of(ok.definition()));
    }

    private static Set<String> required(RunState state) {
        Set<String> required = new TreeSet<>();
        for (String type : EventTypes.known()) {
            Event event = new Event(
                    RUN,
                    0,
                    "evt",
                    Instant.EPOCH,
                    null,
                    EventTypes.read(type, "n", json(PAYLOAD)),
                    EvidenceEnvelope.NONE,
                    JsonObject.EMPTY);
            if (Attestation.requires(state, event)) {
                required.add(type);
            }
        }
        return required;
    }

    @Test
    void endsHandOversAndClockStepsRequireAReceipt() {
        assertThat(required(state(new Origin.Start(), ReceiptPolicy.DEFAULT, "{}")))
                .containsExactlyInAnyOrder(
                        "node.completed",
                        "node.failed",
                        "node.cancelled",
                        "node.skipped",
                        "node.retried",
                        "core.workflowChain.event",
                        "node.dispatched",
                        "agent.verified",
                        "core.workflowChain.confidence-escalated",
                        "run.completed",
                        "run.failed",
                        "run.cancelled",
                        "waybill.clock.stepped");
    }

    @Test
    void progressRequiresOneWhereTheDefinitionAsks() {
        assertThat(required(state(new Origin.Start(), ReceiptPolicy.DEFAULT, "{'progressReceipts':true}")))
                .contains("waybill.node.progressed");
    }

    @Test
    void nothingIsRequiredWhereReceiptsAreOffOrARunIsReplayed() {
        assertThat(required(state(new Origin.Start(), ReceiptPolicy.OFF, "{}"))).isEmpty();
        Origin replay = new Origin.Fork(RUN, "wf", 0, ForkMode.REPLAY, JsonObject.EMPTY);
        assertThat(required(state(replay, ReceiptPolicy.DEFAULT, "{}"))).isEmpty();
    }

    @Test
    void aSaltedDigestDependsOnRunEventKindAndContent() {
        RunHeader header =
                state(new Origin.Start(), ReceiptPolicy.DEFAULT, "{}").header();
        JsonObject content = JsonObject.builder().put("b", 1).put("a", 2).build();
        JsonObject reordered = JsonObject.builder().put("a", 2).put("b", 1).build();
        Digest digest = Salted.OUTPUT.digest(header, 5, content);
        assertThat(Salted.OUTPUT.digest(header, 5, reordered)).isEqualTo(digest);
        assertThat(Salted.INPUT.digest(header, 5, content)).isNotEqualTo(digest);
        assertThat(Salted.OUTPUT.digest(header, 6, content)).isNotEqualTo(digest);
        assertThat(Salted.OUTPUT.digest(header, 5, JsonObject.EMPTY)).isNotEqualTo(digest);
        assertThat(Salted.digest(Salted.OUTPUT.salt(header, 5), content)).isEqualTo(digest);
    }
}
