package dev.waybill.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// An answer with its JSON.
record Reply(int status, String body, Map<String, List<String>> headers) {

    JsonObject json() {
        return JsonReader.readObject(body.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    String text(String name) {
        return json().string(name).orElseThrow(() -> new AssertionError("no " + name + " in " + body));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(List::getFirst);
    }

    Reply is(int expected) {
        assertThat(status).as(body).isEqualTo(expected);
        return this;
    }

    /// A refusal in its one shape.
    Reply refuses(int expected, String code) {
        is(expected);
        assertThat(text("error")).as(body).isEqualTo(code);
        assertThat(json().names()).isSubsetOf("error", "message", "details");
        assertThat(text("message")).isNotBlank();
        assertThat(body).doesNotContain("\tat ", "Exception", "java.", "dev.waybill");
        return this;
    }
}
