package dev.waybill.engine.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.ChannelAccess;
import dev.waybill.workflow.NodeSettings;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Who may touch a channel, and what an undeclared one is.
class ChannelAccessTest {

    private final WorkflowNode tally = node("tally", "core.noop");
    private final WorkflowNode model = node("writer", "core.ai.callPrompt");

    @Test
    void aPublicChannelIsOpenAndAPrivateOneIsClosed() {
        assertThatCode(() -> Channels.checkWrite(channel(ChannelAccess.PUBLIC), tally))
                .doesNotThrowAnyException();
        assertThatCode(() -> Channels.checkRead(channel(ChannelAccess.PUBLIC), tally))
                .doesNotThrowAnyException();
        denied(() -> Channels.checkWrite(channel(ChannelAccess.PRIVATE), tally));
        denied(() -> Channels.checkRead(channel(ChannelAccess.PRIVATE), tally));
    }

    @Test
    void eachSideHasItsOwnList() {
        Channel channel = channel(new ChannelAccess(List.of("tally"), List.of("core.ai.*")));
        assertThatCode(() -> Channels.checkRead(channel, tally)).doesNotThrowAnyException();
        assertThatCode(() -> Channels.checkWrite(channel, model)).doesNotThrowAnyException();
        denied(() -> Channels.checkRead(channel, model));
        denied(() -> Channels.checkWrite(channel, tally));
    }

    @Test
    void theRefusalNamesNodeChannelAndList() {
        assertThatExceptionOfType(ChannelRefused.class)
                .isThrownBy(() -> Channels.checkWrite(channel(ChannelAccess.PRIVATE), tally))
                .withMessage("node tally may not write to channel scores; add it to access.writers of the channel")
                .satisfies(refused -> assertThat(refused.error().details())
                        .hasToString("{\"channel\":\"scores\",\"requestedBy\":{\"nodeId\":\"tally\","
                                + "\"typeId\":\"core.noop\"},\"allowed\":\"writers\"}"));
    }

    @Test
    void anUndeclaredChannelIsWhatItsWriterSays() {
        ChannelRules rules = ChannelRules.ofConfig(
                "events", json("{\"channelName\":\"events\",\"reducer\":\"append\",\"ttlMs\":200,\"value\":\"a\"}"));
        assertThat(rules)
                .isEqualTo(new ChannelRules("events", Reducer.APPEND, OptionalLong.of(200), OptionalLong.empty()));
        assertThat(ChannelRules.ofConfig("events", JsonObject.EMPTY).reducer()).isEqualTo(Reducer.REPLACE);
        assertThat(ChannelRules.ofConfig("events", json("{\"ttlMs\":0}")).ttlMs())
                .isEmpty();
    }

    @Test
    void anImpossibleSettingIsRefused() {
        for (String config : List.of(
                "{\"reducer\":7}",
                "{\"reducer\":\"last\"}",
                "{\"ttlMs\":-1}",
                "{\"ttlMs\":31536000001}",
                "{\"ttlMs\":\"200\"}",
                "{\"maxSize\":0}",
                "{\"maxSize\":1.5}")) {
            assertThatExceptionOfType(ChannelRefused.class)
                    .as(config)
                    .isThrownBy(() -> ChannelRules.ofConfig("events", json(config)))
                    .withMessageContaining("channel events: expected ");
        }
    }

    private static void denied(Runnable call) {
        assertThatExceptionOfType(ChannelRefused.class)
                .isThrownBy(call::run)
                .satisfies(refused -> assertThat(refused.error().code()).isEqualTo("channel_access_denied"));
    }

    private static Channel channel(ChannelAccess access) {
        return new Channel(
                "scores",
                "append",
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                JsonObject.EMPTY,
                access,
                1,
                List.of(),
                false);
    }

    private static WorkflowNode node(String id, String typeId) {
        return new WorkflowNode(
                id,
                typeId,
                id,
                JsonObject.EMPTY,
                new LinkedHashMap<>(),
                false,
                null,
                null,
                null,
                null,
                new LinkedHashSet<>(),
                new NodeSettings(OptionalLong.empty(), RetryPolicy.NONE, null));
    }

    private static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }
}
