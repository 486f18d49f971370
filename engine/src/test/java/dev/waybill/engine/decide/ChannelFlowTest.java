package dev.waybill.engine.decide;

import static dev.waybill.engine.decide.GraphText.graph;
import static dev.waybill.engine.decide.GraphText.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.state.PublicView;
import dev.waybill.journal.Event;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.event.DataFact;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Channels as runs use them.
class ChannelFlowTest {

    private static final String WRITE = "'channelName':'c','value':'v1'";
    private static final String READ = "'in':{'type':'expression','expression':'channels.c'}";

    private static GraphText writeThenRead(String channel) {
        return graph().node("write", "core.channelWrite", WRITE)
                .node("read", "core.identity", "", READ, "")
                .edge("write", "read")
                .channels("'c':{'reducer':'replace'" + channel + "}");
    }

    private static String why(History history) {
        return Objects.requireNonNull(history.state().error()).message();
    }

    @Test
    void aReaderOnTheListReads() {
        History history =
                History.of(writeThenRead(",'access':{'readers':['read']}")).started();
        assertThat(history.state().outputs()).isEqualTo(History.json("{'read':{'in':'v1'}}"));
    }

    @Test
    void aNodeThatMayNotReadAChannelFailsAndSaysSo() {
        History history =
                History.of(writeThenRead(",'access':{'readers':['other']}")).started();
        assertThat(history.all()).contains("node.failed read");
        assertThat(history.error()).isEqualTo("channel_access_denied");
        assertThat(why(history)).isEqualTo("node read may not read channel c; add it to access.readers of the channel");
    }

    @Test
    void aConditionReadsAsTheNodeThatItLeaves() {
        GraphText graph = graph().node("write", "core.channelWrite", WRITE)
                .noops("next")
                .edge("write", "next", when("channels.c == \\\"v1\\\""));
        History allowed = History.of(graph.channels("'c':{'reducer':'replace','access':{'readers':['write']}}"))
                .started();
        assertThat(allowed.count("node.completed next")).isEqualTo(1);
        History denied = History.of(graph.channels("'c':{'reducer':'replace','access':{'readers':['next']}}"))
                .started();
        assertThat(denied.error()).isEqualTo("channel_access_denied");
        assertThat(denied.count("node.started next")).isZero();
    }

    @Test
    void aNameThatIsComputedFindsNothingThatTheNodeMayNotRead() {
        History history = History.of(
                        graph().node("write", "core.channelWrite", WRITE)
                                .node(
                                        "read",
                                        "core.identity",
                                        "",
                                        "'in':{'type':'expression','expression':'channels'}",
                                        "")
                                .edge("write", "read")
                                .channels(
                                        "'c':{'reducer':'replace','access':{'readers':[]}},'d':{'reducer':'replace','default':1}"))
                .started();
        assertThat(history.state().outputs()).isEqualTo(History.json("{'read':{'in':{'d':1}}}"));
    }

    @Test
    void aWriteThatDoesNotFitTheSchemaIsRefusedAndTheNodeFails() {
        History history =
                History.of(writeThenRead(",'schema':{'type':'number'}")).started();
        assertThat(history.all()).contains("node.failed write").doesNotContain("channel.written write");
        assertThat(history.error()).isEqualTo("validation_error");
        assertThat(why(history))
                .startsWith("a write to channel c does not fit its schema: expected")
                .contains("number", "v1");
    }

    @Test
    void aSensitiveValueThatDoesNotFitIsNotShown() {
        History history = History.of(writeThenRead(",'sensitive':true,'schema':{'type':'number'}"))
                .started();
        assertThat(why(history)).contains("\"type\"", "not shown").doesNotContain("v1");
    }

    @Test
    void aWriteSaysWhenAndHidesTheRulesThatTheWireHasNoPlaceFor() {
        History history = History.of(graph().node(
                                "write",
                                "core.channelWrite",
                                "'channelName':'c','value':1,'reducer':'append','ttlMs':500,'maxSize':3"))
                .started();
        Event write = history.log().stream()
                .filter(event -> event.fact() instanceof DataFact.ChannelWritten)
                .findFirst()
                .orElseThrow();
        assertThat(write.fact().payload())
                .isEqualTo(History.json("{'channel':'c','reducer':'append','value':1,'schemaVersion':1,"
                        + "'writtenAt':'2026-11-15T10:00:00.000000Z','nodeId':'write'}"));
        assertThat(write.hidden()).isEqualTo(History.json("{'ttlMs':500,'maxSize':3}"));
        assertThat(PublicView.channels(history.state()))
                .isEqualTo(History.json("{'c':[{'value':1,'_ts':%d}]}".formatted(History.START.toEpochMilli())));
    }

    @Test
    void aBranchBetweenAWriteAndItsEndDoesNotWriteAgain() {
        History source = History.of(graph().node("write", "core.channelWrite", WRITE + ",'reducer':'append'"))
                .started();
        assertThat(source.all())
                .containsExactly(
                        "run.started",
                        "node.started write",
                        "channel.written write",
                        "node.completed write",
                        "run.completed");
        History branch = source.branchedAt(3, "{}").advanced();
        assertThat(branch.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(branch.count("channel.written write")).isEqualTo(1);
        assertThat(PublicView.channels(branch.state())).isEqualTo(History.json("{'c':['v1']}"));
        assertThat(source.branchedAt(2, "{}").advanced().count("channel.written write"))
                .isEqualTo(1);
    }
}
