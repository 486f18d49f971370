package dev.waybill.doors.rest.api;

import dev.waybill.doors.rest.Answer;

/// Answers to calls that came before.
final class Replayed {

    private static final String HEADER = "openwop-Idempotent-Replay";

    private Replayed() {}

    static Answer mark(Answer.Document answer, boolean again) {
        return again ? answer.with(HEADER, "true") : answer;
    }
}
