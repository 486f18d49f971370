package dev.waybill.doors.rest;

import static dev.waybill.doors.rest.RestDesk.ACME;
import static dev.waybill.doors.rest.RestDesk.GLOBEX;
import static dev.waybill.doors.rest.RestDesk.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.store.Scope;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.guided.Client;
import dev.waybill.runtime.guided.GuidedAnswer;
import dev.waybill.runtime.guided.GuidedCatalog;
import dev.waybill.runtime.guided.GuidedService;
import dev.waybill.workflow.guided.GuidedCompiler;
import dev.waybill.workflow.guided.GuidedRead;
import dev.waybill.workflow.guided.GuidedWorkflow;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Sessions of guided workflows over HTTP: what the page of a session knows, a script can know.
class RestSessionsTest {

    private static final String ALL = "/v1/host/waybill/sessions";
    private static final String FLOW = """
            {'id':'flow','name':'A flow','description':'Two steps.','version':'1.0.0','steps':[
            {'id':'read','title':'Read','prompt':'Read it all.'},
            {'id':'judge','title':'Judge','prompt':'Say why.',
             'validationCriteria':{'type':'contains','value':'because','message':'say why'}}]}""";

    private final RestDesk desk = new RestDesk();
    private final Client agent = new Client(Caller.operator("acme"), "test-agent", JsonObject.EMPTY);
    private final GuidedService tools = desk.guided(new GuidedCatalog() {
        @Override
        public List<GuidedWorkflow> workflows() {
            return List.of(((GuidedRead.Ok) GuidedCompiler.bundled().compile(json(FLOW))).workflow());
        }

        @Override
        public List<Broken> broken() {
            return List.of();
        }
    });

    @AfterEach
    void close() {
        desk.close();
    }

    private GuidedAnswer start(String session) {
        return tools.start(json("{'workflowId':'flow','context':{'ticketId':'" + session + "'}}"), agent);
    }

    private GuidedAnswer advance(GuidedAnswer at, String notes) {
        return tools.advance(
                at.structured()
                        .without("pending")
                        .without("isComplete")
                        .without("session")
                        .without("workflowId")
                        .without("lineage")
                        .without("preferences")
                        .with("output", JsonObject.of("notesMarkdown", new JsonString(notes))),
                agent);
    }

    private static List<JsonObject> objects(JsonObject json, String name) {
        return json.array(name).orElse(JsonArray.EMPTY).items().stream()
                .map(item -> item.asObject().orElseThrow())
                .toList();
    }

    private static String hash(JsonObject place) {
        return place.string("stateTokenHash").orElseThrow();
    }

    @Test
    void sessionsAreListedPageByPageEachOnce() {
        for (String name : List.of("one", "two", "three")) {
            start(name);
        }
        start("one");

        JsonObject first = desk.get(ALL + "?limit=2").is(200).json();
        JsonObject second = desk.get(
                        ALL + "?limit=2&cursor=" + first.string("nextCursor").orElseThrow())
                .is(200)
                .json();

        assertThat(names(first)).containsExactly("one", "three");
        assertThat(names(second)).containsExactly("two");
        assertThat(objects(first, "sessions").getFirst().array("runs").orElseThrow())
                .hasSize(2);
        assertThat(second.has("nextCursor")).isFalse();
        desk.get(ALL + "?cursor=yesterday").refuses(400, "validation_error");
    }

    private static List<String> names(JsonObject page) {
        return objects(page, "sessions").stream()
                .map(session -> session.string("sessionId").orElseThrow())
                .toList();
    }

    @Test
    void whoeverMayCreateRunsHandsAnAgentThePendingStepWithFreshTokens() {
        GuidedAnswer first = start("T-9");
        GuidedAnswer second = advance(first, "saw the yard");
        List<JsonObject> places = objects(desk.get(ALL + "/T-9/places").is(200).json(), "places");
        String pending = ALL + "/T-9/places/" + hash(places.getLast()) + "/prompt";

        String prompt = desk.get(pending).is(200).json().string("prompt").orElseThrow();

        assertThat(prompt)
                .contains("saw the yard")
                .contains(second.structured().string("stateToken").orElseThrow())
                .contains(second.structured().string("ackToken").orElseThrow());
        desk.key("wbk_reader", "acme", EnumSet.of(Scope.RUNS_READ));
        desk.get(pending, "wbk_reader").refuses(403, "forbidden");
        desk.get(pending, GLOBEX).refuses(404, "session_not_found");
        GuidedAnswer end = advance(second, "fine, because");
        assertThat(end.structured().get("isComplete")).hasToString("true");
        List<JsonObject> all = objects(desk.get(ALL + "/T-9/places").is(200).json(), "places");
        desk.get(ALL + "/T-9/places/" + hash(all.getLast()) + "/prompt").refuses(409, "nothing_pending");
    }

    @Test
    void anotherTenantsSessionAnswersLikeOneThatNeverWas() {
        start("T-1");
        String place = hash(
                objects(desk.get(ALL + "/T-1/places").is(200).json(), "places").getFirst());

        assertThat(names(desk.get(ALL, GLOBEX).is(200).json())).isEmpty();
        for (String path : List.of("", "/places", "/places/" + place, "/places/" + place + "/documents")) {
            desk.get(ALL + "/T-1" + path, GLOBEX).refuses(404, "session_not_found");
            desk.get(ALL + "/T-1" + path, ACME).is(200);
        }
        desk.key("wbk_writer", "acme", EnumSet.of(Scope.RUNS_CREATE));
        desk.get(ALL + "/T-1", "wbk_writer").refuses(403, "forbidden");
    }

    @Test
    void aSessionSaysWhatItIsAndAPlaceWhatTheAgentSaw() {
        GuidedAnswer first = start("T-1");
        GuidedAnswer second = advance(first, "read it");
        advance(second, "no reason");

        JsonObject head = desk.get(ALL + "/T-1").is(200).json();
        List<JsonObject> places = objects(desk.get(ALL + "/T-1/places").json(), "places");
        JsonObject place =
                desk.get(ALL + "/T-1/places/" + hash(places.get(1))).is(200).json();

        assertThat(head.array("agents")).hasValue(JsonArray.ofStrings(List.of("test-agent")));
        assertThat(objects(head, "workflows").getFirst().string("name")).contains("A flow");
        assertThat(places).hasSize(2);
        assertThat(places.get(1).string("parentStateTokenHash")).contains(hash(places.get(0)));
        assertThat(place.string("notesMarkdown")).contains("read it");
        assertThat(place.object("pending").orElseThrow().string("prompt").orElseThrow())
                .contains("Say why.");
        assertThat(objects(place, "blocked"))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.toString()).contains("say why"));
        desk.get(ALL + "/T-1/places/sha256:00").refuses(404, "place_not_found");
        desk.get(ALL + "/T-2/places").refuses(404, "session_not_found");
    }

    @Test
    void thePositionGivesOnlyWhatCameBehindIt() {
        GuidedAnswer first = start("T-1");
        JsonObject before = desk.get(ALL + "/T-1/places").is(200).json();
        advance(first, "one way");
        advance(first, "another way");

        JsonObject after = desk.get(
                        ALL + "/T-1/places?after=" + before.string("after").orElseThrow())
                .is(200)
                .json();

        assertThat(objects(before, "places")).hasSize(1);
        assertThat(objects(after, "places")).hasSize(2);
        assertThat(after.object("standings").orElseThrow().members().values())
                .containsExactly((JsonValue) new JsonString("superseded"), new JsonString("preferred"));
        desk.get(ALL + "/T-1/places?after=nonsense").refuses(400, "validation_error");
    }

    @Test
    void notesComeInPagesNewestFirst() {
        GuidedAnswer at = advance(start("T-1"), "first note");
        advance(at, "second note, because");
        List<JsonObject> places = objects(desk.get(ALL + "/T-1/places").json(), "places");
        String end = ALL + "/T-1/places/" + hash(places.getLast()) + "/notes";

        JsonObject newest = desk.get(end + "?limit=1").is(200).json();
        JsonObject older = desk.get(end + "?limit=1&before=1").is(200).json();

        assertThat(objects(newest, "notes").getFirst().string("notesMarkdown")).contains("second note, because");
        assertThat(objects(older, "notes").getFirst().string("notesMarkdown")).contains("first note");
        assertThat(newest.get("total")).hasToString("2");
        desk.get(end + "?limit=0").refuses(400, "validation_error");
    }

    /// The first run has ended, so that going back begins a run of its own, which no log of the first tells of.
    @Test
    void aStreamTellsOfNewPlacesAndOfForksThatComeLater() throws Exception {
        GuidedAnswer first = start("T-1");
        GuidedAnswer second = advance(first, "read");
        advance(second, "done, because");
        HttpRequest request = desk.request(ALL + "/T-1/places", ACME)
                .header("Accept", "text/event-stream")
                .build();
        try (HttpClient client = HttpClient.newHttpClient();
                BufferedReader lines = new BufferedReader(new InputStreamReader(
                        client.send(request, HttpResponse.BodyHandlers.ofInputStream())
                                .body(),
                        StandardCharsets.UTF_8))) {
            assertThat(objects(next(lines), "places")).hasSize(3);

            GuidedAnswer fork = advance(second, "otherwise, because");
            JsonObject told = next(lines);
            while (!told.has("places")) {
                told = next(lines);
            }

            assertThat(objects(told, "places"))
                    .allSatisfy(place -> assertThat(place.string("runId"))
                            .isEqualTo(fork.structured()
                                    .object("session")
                                    .orElseThrow()
                                    .string("runId")));
            client.shutdownNow();
        }
    }

    private static JsonObject next(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (line != null && !line.startsWith("data:")) {
            line = lines.readLine();
        }
        assertThat(line).as("the stream goes on").isNotNull();
        return RestDesk.read(line.substring("data:".length()).strip());
    }
}
