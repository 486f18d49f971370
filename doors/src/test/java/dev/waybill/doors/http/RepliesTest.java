package dev.waybill.doors.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.refusal.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepliesTest {

    @Test
    void everyKindOfRefusalHasItsStatus() {
        Map<Kind, Integer> statuses = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            statuses.put(kind, Replies.status(kind).code());
        }

        assertThat(statuses.values()).containsExactly(400, 400, 401, 403, 404, 409, 410, 422, 429, 503, 500, 500);
    }
}
