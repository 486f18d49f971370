package dev.waybill.doors.rest.api;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.doors.rest.RestRefusal;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.event.DataFact;
import dev.waybill.journal.event.ModelFact;
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
    /// What models and agents say, and nothing else.
    MESSAGES,
    /// Everything.
    DEBUG;

    private static final List<String> DETAILS = List.of(
            NodeFact.NodeStarted.TYPE,
            DataFact.VariableChanged.TYPE,
            DataFact.LogAppended.TYPE,
            NodeFact.NodeRetried.TYPE,
            ModelFact.OutputChunk.TYPE);

    private static final String PIECE = "ai.message.chunk";

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

    /// What a frame with this event is called. Who listens to messages knows a piece of an answer by another name than
    /// the log has.
    static String frame(Set<StreamMode> modes, StoredEvent event, String usual) {
        return modes.contains(MESSAGES) && event.type().equals(ModelFact.OutputChunk.TYPE) ? PIECE : usual;
    }

    boolean shows(StoredEvent event) {
        return switch (this) {
            case VALUES -> false;
            case UPDATES -> !DETAILS.contains(event.type());
            case MESSAGES -> SPOKEN.stream().anyMatch(event.type()::startsWith);
            case DEBUG -> true;
        };
    }
}
