package dev.waybill.runtime.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonObject;
import dev.waybill.simulator.ModelStore;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Tokens that are nearly right. None is accepted, and each mistake has its name.
class TokenFuzzTest {

    private static final int TRIES = 100_000;

    private static final String LOOP = """
            {'id': 'three', 'name': 'Three', 'description': 'Three steps', 'version': '1.0.0', 'steps': [
              {'id': 'one', 'title': 'One', 'prompt': 'First.'}, {'id': 'two', 'title': 'Two', 'prompt': 'Second.'},
              {'id': 'three', 'title': 'Three', 'prompt': 'Third.'}]}""";

    private final Guide guide = new Guide().knows(LOOP);
    private final Guide foreign = new Guide(new ModelStore(), GuidedSettings.DEFAULT, 12).knows(LOOP);

    @Test
    void noTokenIsAcceptedThatWasNotGivenOutForThisPlace() {
        GuidedAnswer here = guide.start("three", "{}");
        GuidedAnswer next = guide.advance(here, "{}");
        GuidedAnswer otherRun = guide.start("three", "{}");
        GuidedAnswer elsewhere = foreign.start("three", "{'ticketId': 'other'}");
        int before = guide.events(Guide.run(next)).size();
        TreeMap<String, Integer> codes = new TreeMap<>();

        Seeds.check(1, random -> {
            for (int i = 0; i < TRIES; i++) {
                Attempt attempt = attempt(random, next, List.of(here, otherRun, elsewhere));
                GuidedAnswer answer = guide.tools.advance(attempt.request(), Guide.AGENT);
                String code = Guide.code(answer);
                assertThat(attempt.allowed())
                        .as(attempt.request() + " " + answer.text())
                        .contains(code);
                codes.merge(code, 1, Integer::sum);
            }
        });

        assertThat(guide.events(Guide.run(next))).hasSize(before);
        assertThat(codes.keySet())
                .containsExactlyInAnyOrder(
                        "TOKEN_MALFORMED",
                        "TOKEN_TRUNCATED",
                        "TOKEN_WRONG_KIND",
                        "TOKEN_UNSUPPORTED_VERSION",
                        "TOKEN_UNKNOWN_KEY",
                        "TOKEN_BAD_SIGNATURE",
                        "TOKEN_OTHER_RUN",
                        "TOKEN_OTHER_SNAPSHOT");
        System.out.println(TRIES + " tokens, none accepted: " + codes);
    }

    /// @param allowed the codes that name this mistake
    private record Attempt(JsonObject request, Set<String> allowed) {}

    private static Attempt attempt(Random random, GuidedAnswer at, List<GuidedAnswer> others) {
        String state = Guide.text(at, "stateToken");
        String ack = Guide.text(at, "ackToken");
        GuidedAnswer other = others.get(random.nextInt(others.size()));
        return switch (random.nextInt(9)) {
            case 0 -> request(flip(random, state), ack, "TOKEN_BAD_SIGNATURE", "TOKEN_UNKNOWN_KEY");
            case 1 -> request(state, flip(random, ack), "TOKEN_BAD_SIGNATURE", "TOKEN_UNKNOWN_KEY");
            case 2 -> request(cut(random, state), ack, "TOKEN_TRUNCATED");
            case 3 -> request(state, grow(random, ack), "TOKEN_MALFORMED");
            case 4 -> request(ack, state, "TOKEN_WRONG_KIND");
            case 5 ->
                request(state.replace(".v1.", ".v" + (2 + random.nextInt(98)) + "."), ack, "TOKEN_UNSUPPORTED_VERSION");
            case 6 ->
                request(
                        state,
                        Guide.text(other, "ackToken"),
                        "TOKEN_OTHER_RUN",
                        "TOKEN_OTHER_SNAPSHOT",
                        "TOKEN_UNKNOWN_KEY");
            case 7 -> request(strange(random, state), ack, "TOKEN_MALFORMED");
            default -> request(splice(random, state, Guide.text(other, "stateToken")), ack, "TOKEN_BAD_SIGNATURE");
        };
    }

    private static Attempt request(String state, String ack, String... allowed) {
        return new Attempt(
                JsonObject.builder()
                        .put("stateToken", state)
                        .put("ackToken", ack)
                        .build(),
                new TreeSet<>(List.of(allowed)));
    }

    private static String flip(Random random, String token) {
        int place = token.lastIndexOf('.') + 1 + random.nextInt(40);
        char old = token.charAt(place);
        char fresh = old;
        while (fresh == old) {
            fresh = "abcdefghijklmnopqrstuvwxyz234567".charAt(random.nextInt(32));
        }
        return token.substring(0, place) + fresh + token.substring(place + 1);
    }

    private static String cut(Random random, String token) {
        return token.substring(0, token.lastIndexOf('.') + 1 + random.nextInt(40));
    }

    private static String grow(Random random, String token) {
        return token + "a".repeat(1 + random.nextInt(10));
    }

    private static String strange(Random random, String token) {
        List<String> changed = new ArrayList<>();
        int place = token.lastIndexOf('.') + 1 + random.nextInt(40);
        changed.add(token.toUpperCase(Locale.ROOT));
        changed.add(token.substring(0, place) + " " + token.substring(place));
        changed.add("st.v1");
        changed.add("{" + token + "}");
        changed.add(token.substring(0, place) + "0" + token.substring(place + 1));
        changed.add(token.substring(0, place) + "é" + token.substring(place + 1));
        changed.add("token");
        return changed.get(random.nextInt(changed.size()));
    }

    /// The reference of one with the seal of another.
    private static String splice(Random random, String token, String other) {
        int place = token.lastIndexOf('.') + 1 + 3 + random.nextInt(34);
        String spliced = token.substring(0, place) + other.substring(place);
        return spliced.equals(token) || spliced.equals(other) ? flipLast(token) : spliced;
    }

    private static String flipLast(String token) {
        return token.substring(0, token.length() - 1) + (token.endsWith("a") ? "b" : "a");
    }
}
