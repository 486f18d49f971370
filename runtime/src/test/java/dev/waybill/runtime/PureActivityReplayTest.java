package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.Rerun;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.simulator.ModelStore;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// An activity that claims to be pure is held to it when its run is replayed.
class PureActivityReplayTest {

    private String gives = "heads";
    private boolean claims = true;
    private int executions;

    private final class Coin implements Activity, Rerun {
        @Override
        public String typeId() {
            return "local.coin";
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            executions++;
            return NodeResult.done(JsonObject.EMPTY.with("side", new JsonString(gives)));
        }

        @Override
        public Optional<JsonObject> again(ActivityCall call) {
            return claims ? Optional.of(((NodeResult.Done) execute(call)).outputs()) : Optional.empty();
        }
    }

    private final TestHost host = new TestHost(new ModelStore(), new Coin());

    private RunId run() {
        return host.start(
                TestHost.definition(
                        "{'id':'w','name':'n','version':'1','nodes':[{'id':'toss','typeId':'local.coin','name':'n','position':{'x':0,'y':0},'config':{},'inputs':{}},{'id':'end','typeId':'core.noop','name':'n','position':{'x':0,'y':0},'config':{},'inputs':{}}],'edges':[{'id':'e','sourceNodeId':'toss','targetNodeId':'end'}],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"),
                JsonObject.EMPTY);
    }

    private RunId replay(RunId run) {
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.REPLAY, JsonObject.EMPTY);
        host.settle();
        return replay;
    }

    @Test
    void itIsRunAgainAndFoundTheSame() {
        RunId run = run();
        RunId replay = replay(run);
        assertThat(executions).isEqualTo(2);
        assertThat(host.types(replay)).isEqualTo(host.types(run));
    }

    @Test
    void oneThatGivesSomethingElseIsToldAndTheRecordStands() {
        RunId run = run();
        gives = "tails";
        RunId replay = replay(run);
        assertThat(host.types(replay)).containsOnlyOnce("replay.diverged");
        assertThat(Status.of(host.state(replay))).isEqualTo(RunStatus.COMPLETED);
        assertThat(host.state(replay).nodes().get("toss")).isNotNull();
        assertThat(host.types(replay)).contains("node.completed toss", "node.completed end");
    }

    @Test
    void oneThatClaimsNothingIsServedFromTheRecord() {
        RunId run = run();
        gives = "tails";
        claims = false;
        assertThat(host.types(replay(run))).isEqualTo(host.types(run));
        assertThat(executions).isEqualTo(1);
    }
}
