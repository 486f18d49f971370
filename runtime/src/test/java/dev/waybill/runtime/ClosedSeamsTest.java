package dev.waybill.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.base.json.JsonObject;
import dev.waybill.engine.decide.Command;
import dev.waybill.engine.decide.Decider;
import dev.waybill.engine.decide.Decision;
import dev.waybill.engine.decide.Limits;
import dev.waybill.engine.decide.Status;
import dev.waybill.engine.node.NodeCall;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.engine.node.PureNode;
import dev.waybill.engine.node.ReachedOutside;
import dev.waybill.journal.Event;
import dev.waybill.journal.ForkMode;
import dev.waybill.journal.RunHeader;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.NodeFact;
import dev.waybill.runtime.deliver.Deliveries;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.runtime.egress.Seam;
import dev.waybill.simulator.ModelStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A node type that lies about itself: it calls itself pure, and sends a request.
class ClosedSeamsTest {

    private final AtomicInteger heard = new AtomicInteger();
    private final Egress egress = new Egress(new EgressRules(List.of(), true));
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            heard.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private final class Liar implements PureNode {
        @Override
        public String typeId() {
            return "test.liar";
        }

        @Override
        public NodeResult run(NodeCall call) {
            URI there = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            try {
                egress.toGiven(HttpRequest.newBuilder(there).build(), HttpResponse.BodyHandlers.discarding());
                return NodeResult.done(JsonObject.EMPTY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private RunId lied(TestHost host) {
        return host.start(
                TestHost.definition("{'id':'w','name':'n','version':'1','nodes':[{'id':'liar','typeId':'test.liar'}]}"),
                JsonObject.EMPTY);
    }

    @Test
    void aReplayThatReachesAWayOutIsRefusedThereAndSaysSo() {
        TestHost host = new TestHost(new ModelStore(), new Liar());
        RunId run = lied(host);
        assertThat(Status.of(host.state(run))).isEqualTo(RunStatus.COMPLETED);
        assertThat(heard).hasValue(1);
        for (ForkMode mode : List.of(ForkMode.REPLAY, ForkMode.CHECK)) {
            RunId replay = host.host.fork(TestHost.ACME, run, 0, mode, JsonObject.EMPTY);
            host.settle();
            assertThat(heard).hasValue(1);
            assertThat(Status.of(host.state(replay))).isEqualTo(RunStatus.FAILED);
            assertThat(host.events(replay).stream().map(Event::fact))
                    .filteredOn(NodeFact.NodeFailed.class::isInstance)
                    .singleElement()
                    .satisfies(failed -> assertThat(
                                    ((NodeFact.NodeFailed) failed).error().code())
                            .isEqualTo("replay_source_missing"));
        }
    }

    @Test
    void aBranchGoesOutAsItsSourceDid() {
        TestHost host = new TestHost(new ModelStore(), new Liar());
        RunId run = lied(host);
        RunId branch = host.host.fork(TestHost.ACME, run, 1, ForkMode.BRANCH, JsonObject.EMPTY);
        host.settle();
        assertThat(Status.of(host.state(branch))).isEqualTo(RunStatus.COMPLETED);
        assertThat(heard).hasValue(2);
    }

    @Test
    void noReplayIsHandedToAnybodyAtItsEnd() {
        TestHost host = new TestHost(new ModelStore(), new Liar());
        RunId run = lied(host);
        Deliveries anchors = Deliveries.atTheEnd("anchor");
        assertThat(anchors.of(ended(host, run))).hasSize(1);
        for (ForkMode mode : List.of(ForkMode.REPLAY, ForkMode.CHECK)) {
            RunId replay = host.host.fork(TestHost.ACME, run, 0, mode, JsonObject.EMPTY);
            host.settle();
            assertThat(anchors.of(ended(host, replay))).isEmpty();
        }
    }

    private Decision ended(TestHost host, RunId run) {
        return new Decider(NodeTypes.core().and(List.of(new Liar())), Limits.DEFAULT)
                .decide(host.state(run), new Command.Advance(host.instant()));
    }

    @Test
    void whateverTellsOfARunAsksWhichRunItIs() {
        TestHost host = new TestHost(new ModelStore(), new Liar());
        RunId run = lied(host);
        RunId replay = host.host.fork(TestHost.ACME, run, 0, ForkMode.CHECK, JsonObject.EMPTY);
        host.settle();
        RunHeader source = host.state(run).header();
        RunHeader repeated = host.state(replay).header();
        for (Seam seam : Seam.values()) {
            seam.pass(source);
            assertThatThrownBy(() -> seam.pass(repeated)).isInstanceOf(ReachedOutside.class);
            assertThatThrownBy(() -> Seam.during(repeated, () -> {
                        seam.pass();
                        return "passed";
                    }))
                    .isInstanceOf(ReachedOutside.class);
        }
    }
}
