package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.NodeFact;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What a reader of a run's stream cares for. Modes can be mixed, and a mix shows what any of them shows; `values` is
/// another kind of stream, so it stands alone.
enum StreamMode {
    /// What the run is, whenever it has changed.
    VALUES,
    /// What happened, without what only matters to who looks for a mistake.
    UPDATES,
    /// What agents say.
    MESSAGES,
    /// Everything.
    DEBUG;

    private static final List<String> DETAILS = List.of(
            NodeFact.NodeStarted.TYPE,
            DataFact.VariableChanged.TYPE,
            DataFact.LogAppended.TYPE,
            NodeFact.NodeRetried.TYPE);

    private static final List<String> SPOKEN = List.of("agent.", "output.", "conversation.");

    static Set<StreamMode> mix(String text) {
        Set<StreamMode> modes = EnumSet.noneOf(StreamMode.class);
        for (String name : text.split(",", -1)) {
            modes.add(Arrays.stream(values())
                    .filter(mode -> mode.wire().equals(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> unsupported("expected streamMode to be one of " + names())));
        }
        if (modes.contains(VALUES) && modes.size() > 1) {
            throw unsupported("values cannot be mixed with other modes");
        }
        return modes;
    }

    private static RestRefusal unsupported(String message) {
        return new RestRefusal(
                400, "unsupported_stream_mode", message, JsonObject.of("supported", JsonArray.ofStrings(names())));
    }

    private static List<String> names() {
        return Arrays.stream(values()).map(StreamMode::wire).toList();
    }

    private String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean shows(StoredEvent event) {
        return switch (this) {
            case VALUES -> false;
            case UPDATES -> !DETAILS.contains(event.type());
            case MESSAGES -> Moments.isEnd(event) || SPOKEN.stream().anyMatch(event.type()::startsWith);
            case DEBUG -> true;
        };
    }
}
