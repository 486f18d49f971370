package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.ActivityCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.RunError;
import dev.waybill.runtime.lane.ActivityLimits;
import dev.waybill.workflow.WorkflowDefinition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server that never answers, and a client library that hears no interrupt: it reads on a platform thread of its own.
class BlockedSocketTest {

    private final CountDownLatch connected = new CountDownLatch(1);
    private final AtomicBoolean freed = new AtomicBoolean();
    private ServerSocket server;
    private LiveHost host;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        host = new LiveHost(ActivityLimits.DEFAULT, new Stubborn());
    }

    @AfterEach
    void close() throws IOException {
        host.close();
        server.close();
    }

    private final class Stubborn implements Activity {
        @Override
        public String typeId() {
            return "test.work";
        }

        @Override
        public NodeResult execute(ActivityCall call) throws IOException {
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                    var _ = call.onCancel(socket)) {
                CompletableFuture<Integer> answer = new CompletableFuture<>();
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        answer.complete(socket.getInputStream().read());
                    } catch (IOException e) {
                        answer.completeExceptionally(e);
                    }
                });
                connected.countDown();
                answer.exceptionally(_ -> -1).join();
                freed.set(true);
                return NodeResult.done(JsonObject.EMPTY);
            }
        }
    }

    private RunId start(String settings) {
        WorkflowDefinition workflow = TestHost.definition(
                "{'id':'one','name':'n','version':'1','nodes':[{'id':'work','typeId':'test.work','name':'work','position':{'x':0,'y':0},'config':{},'inputs':{},'settings':{%s}}],'edges':[],'triggers':[],'variables':[],'metadata':{},'settings':{'timeout':0}}"
                        .formatted(settings));
        RunId run = host.start(workflow);
        LiveHost.await("the server is asked", () -> connected.getCount() == 0);
        return run;
    }

    @Test
    void aCancelReachesTheSocket() {
        RunId run = start("");
        assertThat(freed).isFalse();
        host.host.tell(TestHost.ACME, run, at -> new Command.Cancel(at, "enough", "ada"));
        LiveHost.await("the activity is free", freed::get);
        host.awaitStatus(run, RunStatus.CANCELLED);
    }

    @Test
    void aDeadlineReachesTheSocket() {
        RunId run = start("'timeout':2000");
        LiveHost.await("the activity is free", freed::get);
        host.awaitStatus(run, RunStatus.FAILED);
        assertThat(host.state(run).error())
                .isNotNull()
                .extracting(RunError::code)
                .isEqualTo("node_timeout");
    }

    @Test
    void theEndOfTheProcessReachesTheSocketAndTellsNothingOfTheWork() {
        RunId run = start("");
        host.close();
        LiveHost.await("the activity is free", freed::get);
        assertThat(host.types(run)).endsWith("node.started work");
        assertThat(host.state(run).isTerminal()).isFalse();
    }
}
