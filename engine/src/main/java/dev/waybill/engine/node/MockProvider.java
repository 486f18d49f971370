package dev.waybill.engine.node;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The mocks that whoever starts a run may name in place of its models: OpenWOP's catalogue.
public enum MockProvider {
    /// Says `tokens`, one after the other.
    STREAM_TEXT("stream-text"),
    /// Asks for `toolCalls`.
    TOOL_CALLS("tool-calls"),
    /// Fails.
    ERROR("error"),
    /// Says nothing, and costs something.
    USAGE_ONLY("usage-only");

    /// In a run's `configurable`: `{id?, config}`.
    public static final String OPTION = "mockProvider";

    private final String id;

    MockProvider(String id) {
        this.id = id;
    }

    public static Optional<MockProvider> called(String id) {
        return Arrays.stream(values()).filter(mock -> mock.id.equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(mock -> mock.id).toList();
    }
}
