package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A question, answered by somebody who has its token and nothing else.
class RestTokenTest {

    private static final String NO_KEY = "";
    private static final String YES = "{'resumeValue':{'action':'accept'},'decidedBy':'ada'}";

    private final RestDesk desk = new RestDesk().knows("gate", "core.approvalGate", "'title':'ship?'");
    private final String run = desk.start("gate");
    private final String path = path(desk.until(run, "waiting-approval"));

    private static String path(JsonObject snapshot) {
        return snapshot.object("interrupt")
                .flatMap(it -> it.string("callbackUrl"))
                .orElseThrow();
    }

    @AfterEach
    void close() {
        desk.close();
        assertThat(desk.troubles).isEmpty();
    }

    @Test
    void theTokenShowsTheQuestionAndAnswersIt() {
        JsonObject question = desk.get(path, NO_KEY).is(200).json();
        assertThat(question.string("kind")).contains("approval");
        assertThat(question.toString()).contains("ship?");
        desk.post(path, NO_KEY, YES).is(200);
        desk.until(run, "completed");
        assertThat(desk.events(run).toString()).contains("ada");
    }

    @Test
    void anAnswerThatComesTooLateIsToldSo() {
        desk.post(path, NO_KEY, YES).is(200);
        assertThat(desk.post(path, NO_KEY, YES).status()).isIn(409, 410);
        assertThat(desk.get(path, NO_KEY).status()).isIn(409, 410);
    }

    @Test
    void theTokenOfACancelledRunIsWorthNothing() {
        desk.post("/v1/runs/" + run + "/cancel", "{}").is(200);
        desk.until(run, "cancelled");
        assertThat(desk.post(path, NO_KEY, YES).status()).isIn(409, 410, 422);
    }

    @Test
    void whatIsNoTokenOrAForgedOneIsRefused() {
        for (String token : List.of("garbage", "tok_c29tZWJvZHkgZWxzZSdz", "a.b", "%21%21%21")) {
            desk.get("/v1/interrupts/" + token, NO_KEY).refuses(404, "interrupt_not_found");
            for (String body : List.of("{'resumeValue':{}}", "{'correlation':{}}")) {
                desk.post("/v1/interrupts/" + token, NO_KEY, body).refuses(404, "interrupt_not_found");
            }
        }
        String forged = path.substring(0, path.length() - 2) + (path.endsWith("AA") ? "BB" : "AA");
        assertThat(desk.post(forged, NO_KEY, YES).status()).isIn(400, 403);
        assertThat(desk.until(run, "waiting-approval").string("status")).contains("waiting-approval");
    }

    @Test
    void anAnswerWithoutAValueIsRefusedAndTheQuestionStays() {
        desk.post(path, NO_KEY, "{}").refuses(400, "validation_error");
        desk.get(path, NO_KEY).is(200);
    }
}
