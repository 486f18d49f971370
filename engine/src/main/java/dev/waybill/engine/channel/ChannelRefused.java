package dev.waybill.engine.channel;

import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.RunError;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.WorkflowNode;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.schema.Violation;

/// A read or a write that a channel does not allow. The node that asked for it fails with the error.
///
/// Refusals are ordinary answers here, so they carry no stack trace.
public final class ChannelRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String ACCESS = "channel_access_denied";
    private static final String REDUCER = "channel_reducer_unsupported";
    private static final String VALIDATION = "validation_error";

    private final transient RunError error;

    private ChannelRefused(RunError error) {
        super(error.message(), null, false, false);
        this.error = error;
    }

    public RunError error() {
        return error;
    }

    static ChannelRefused unknownReducer(String channel, String name) {
        return new ChannelRefused(RunError.of(
                        REDUCER,
                        "channel %s: expected replace, append, merge, counter, votes, feedback or message, found reducer %s; declare one of these"
                                .formatted(channel, name))
                .with("channel", channel)
                .with("reducer", name));
    }

    static ChannelRefused wrongValue(String channel, Reducer reducer, String expected, String found) {
        return new ChannelRefused(RunError.of(
                        VALIDATION,
                        "channel %s with reducer %s: expected %s, found %s"
                                .formatted(channel, reducer.wire(), expected, found))
                .with("channel", channel)
                .with("reducer", reducer.wire()));
    }

    static ChannelRefused wrongSetting(String channel, String setting, String expected, JsonValue found) {
        return new ChannelRefused(RunError.of(
                        VALIDATION,
                        "channel %s: expected %s in %s, found %s".formatted(channel, expected, setting, found))
                .with("channel", channel));
    }

    /// What was found may be a secret, and the error is for everybody.
    static ChannelRefused unfit(Channel channel, Violation violation) {
        String what = channel.sensitive()
                ? "expected what the rule \"%s\" of the channel's schema allows; what was found is sensitive and not shown"
                        .formatted(violation.keyword())
                : violation.message();
        String where = violation.pointer().isEmpty() ? "" : " at " + violation.pointer();
        return new ChannelRefused(RunError.of(
                        VALIDATION,
                        "a write to channel %s does not fit its schema%s: %s".formatted(channel.name(), where, what))
                .with("channel", channel.name())
                .with("pointer", violation.pointer())
                .with("keyword", violation.keyword()));
    }

    static ChannelRefused tooLarge(String channel, ExpressionException why) {
        return new ChannelRefused(RunError.of(
                        VALIDATION,
                        "a write to channel %s is too large to be checked: %s".formatted(channel, why.getMessage()))
                .with("channel", channel));
    }

    /// @param side `readers` or `writers`
    static ChannelRefused notAllowed(String channel, WorkflowNode node, String side) {
        String verb = side.equals("readers") ? "read" : "write to";
        return new ChannelRefused(RunError.of(
                        ACCESS,
                        "node %s may not %s channel %s; add it to access.%s of the channel"
                                .formatted(node.id(), verb, channel, side))
                .with("channel", channel)
                .with("requestedBy", JsonObject.of("nodeId", node.id()).with("typeId", node.typeId()))
                .with("allowed", side));
    }
}
