package dev.waybill.view.guided;

import static dev.waybill.view.guided.Guide.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.journal.Event;
import dev.waybill.journal.EventCodec;
import dev.waybill.journal.RunId;
import dev.waybill.journal.StoredEvent;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.RunReader;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A session told bit by bit is the session told at once.
class SessionLinesTest {

    private static final String FLOW = """
            {'id':'flow','name':'Flow','description':'Steps.','version':'1.0.0','steps':[
            {'id':'read','title':'Read {{ticketId}}','prompt':'Read.','requireConfirmation':true},
            {'id':'judge','title':'Judge','prompt':'Judge.',
             'validationCriteria':{'type':'contains','value':'because','message':'say why'}},
            {'id':'end','title':'End','prompt':'Done.'}]}""";

    private final Guide guide = new Guide(FLOW);

    /// Reads a session on, as its stream does.
    private final class Reading {
        private final SessionLines lines;
        private final Map<RunId, Long> read = new LinkedHashMap<>();

        Reading(SessionPosition from) {
            lines = new SessionLines(guide.store, from);
        }

        JsonObject on() {
            RunReader reader = RunReader.of(guide.store, Guide.AGENT.caller());
            for (StoredRun run : Session.read(reader, "acme", "T-1").runs().reversed()) {
                lines.run(run);
                RunId id = run.header().runId();
                for (StoredEvent stored : reader.events(id, read.getOrDefault(id, 0L), 1000)) {
                    Event event = EventCodec.decode(id, stored);
                    lines.take(id, event);
                    read.put(id, event.sequence() + 1);
                }
                lines.grew(reader.state(id));
            }
            return lines.changes();
        }
    }

    /// What somebody has who took these changes.
    private static final class Taken {
        private final Map<String, JsonObject> places = new LinkedHashMap<>();
        private final Map<String, String> standings = new LinkedHashMap<>();
        private final Map<String, JsonObject> runs = new LinkedHashMap<>();

        Taken take(JsonObject changes) {
            for (JsonObject place : list(changes, "places")) {
                places.put(hash(place), place);
                place.string("parentStateTokenHash").ifPresent(parent -> standings.put(parent, "passed"));
            }
            changes.object("standings")
                    .ifPresent(all -> all.names()
                            .forEach(
                                    name -> standings.put(name, all.string(name).orElseThrow())));
            list(changes, "runs").forEach(run -> runs.put(run.string("runId").orElseThrow(), run));
            return this;
        }

        List<String> standing() {
            return places.keySet().stream()
                    .map(hash -> standings.getOrDefault(hash, "passed"))
                    .toList();
        }
    }

    private static List<JsonObject> list(JsonObject changes, String name) {
        return Guide.objects(changes.array(name).orElse(JsonArray.EMPTY));
    }

    private static String hash(JsonObject place) {
        return place.string("stateTokenHash").orElseThrow();
    }

    @Test
    void aSessionToldBitByBitIsTheSessionToldAtOnce() {
        Reading live = new Reading(SessionPosition.BEGINNING);
        Taken taken = new Taken();
        GuidedAnswer start = guide.start("flow", "{'ticketId':'T-1'}");
        taken.take(live.on());
        GuidedAnswer judge = guide.advance(start, "{'output':{'notesMarkdown':'left'}}");
        taken.take(live.on());
        guide.advance(judge, "{'output':{'notesMarkdown':'no'}}");
        taken.take(live.on());
        GuidedAnswer right = guide.advance(start, "{'output':{'notesMarkdown':'right'}}");
        GuidedAnswer end = guide.advance(right, "{'output':{'notesMarkdown':'because'}}");
        taken.take(live.on());
        guide.advance(end, "{}");
        taken.take(live.on());
        guide.advance(right, "{'output':{'notesMarkdown':'because, later'}}");
        taken.take(live.on());

        Taken whole = new Taken().take(new Reading(SessionPosition.BEGINNING).on());
        assertThat(taken.places).isEqualTo(whole.places);
        assertThat(taken.runs).isEqualTo(whole.runs).hasSize(2);
        assertThat(taken.standing()).isEqualTo(whole.standing());
        assertThat(taken.standing())
                .isEqualTo(guide.session("T-1").lineage().places().stream()
                        .map(place -> place.standing().wire())
                        .toList())
                .contains("preferred", "superseded", "open");
    }

    @Test
    void nothingIsToldTwice() {
        Reading live = new Reading(SessionPosition.BEGINNING);
        GuidedAnswer start = guide.start("flow", "{'ticketId':'T-1'}");
        guide.advance(start, "{}");

        assertThat(list(live.on(), "places")).hasSize(2);
        assertThat(live.on()).isEqualTo(JsonObject.EMPTY);
    }

    @Test
    void aRefusedAttemptTellsItsPlaceAgainAndNoOther() {
        Reading live = new Reading(SessionPosition.BEGINNING);
        GuidedAnswer judge = guide.advance(guide.start("flow", "{'ticketId':'T-1'}"), "{}");
        live.on();
        guide.advance(judge, "{'output':{'notesMarkdown':'no'}}");

        assertThat(list(live.on(), "places")).singleElement().satisfies(place -> {
            assertThat(place.get("blocked")).hasToString("1");
            assertThat(place.object("pending").orElseThrow().string("title")).contains("Judge");
        });
    }

    @Test
    void whoComesBackGetsWhatCameMeanwhile() {
        Reading first = new Reading(SessionPosition.BEGINNING);
        GuidedAnswer start = guide.start("flow", "{'ticketId':'T-1'}");
        GuidedAnswer judge = guide.advance(start, "{}");
        Taken taken = new Taken().take(first.on());
        String position = first.lines.position().toString();
        guide.advance(judge, "{'output':{'notesMarkdown':'because'}}");

        JsonObject meanwhile = new Reading(SessionPosition.parse(position)).on();

        assertThat(list(meanwhile, "places")).hasSize(1);
        assertThat(taken.take(meanwhile).standing()).containsExactly("passed", "passed", "preferred");
    }

    @Test
    void aLineSaysWhatWasDoneAndWhatIsPendingButNeitherPromptNorToken() {
        GuidedAnswer start = guide.start("flow", "{'ticketId':'T-1'}");
        guide.advance(start, "{'output':{'notesMarkdown':'a note'}}");

        JsonObject changes = new Reading(SessionPosition.BEGINNING).on();

        JsonObject line = list(changes, "places").get(1);
        assertThat(line.string("step")).contains("read");
        assertThat(line.string("title")).contains("Read T-1");
        assertThat(line.get("notes")).hasToString("true");
        assertThat(line.string("receipt")).isPresent();
        assertThat(changes.toString())
                .doesNotContain(
                        "a note", start.structured().string("stateToken").orElseThrow(), "Judge.");
        assertThat(run(start).value()).isEqualTo(line.string("runId").orElseThrow());
    }

    @Test
    void aPositionReadsBackAndNothingElseDoes() {
        Reading reading = new Reading(SessionPosition.BEGINNING);
        guide.start("flow", "{'ticketId':'T-1'}");
        reading.on();
        String position = reading.lines.position().toString();

        assertThat(SessionPosition.parse(position).toString()).isEqualTo(position);
        assertThat(SessionPosition.parse("")).isEqualTo(SessionPosition.BEGINNING);
        for (String wrong :
                List.of("x", position + ",", ":1", position.replace(':', '='), position + "x", "," + position)) {
            assertThatThrownBy(() -> SessionPosition.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
