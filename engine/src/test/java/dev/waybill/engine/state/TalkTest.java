package dev.waybill.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.engine.node.Exchange;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TalkTest {

    private static final JsonObject SETTINGS =
            JsonObject.builder().put("model", "m").put("tools", "ü").build();

    private final List<JsonObject> kept = new ArrayList<>();
    private @Nullable Talk talk;

    private static JsonValue message(String role, String text) {
        return JsonObject.builder().put("role", role).put("content", text).build();
    }

    private void add(Exchange exchange) {
        JsonObject one = Talk.kept(exchange, talk);
        talk = Talk.after(kept.size(), one, talk);
        kept.add(one);
    }

    private Exchange read(int index) {
        return Talk.whole(kept.get(index), at -> kept.get((int) at));
    }

    private long bytes(int index) {
        return JsonWriter.compactBytes(kept.get(index)).length;
    }

    @Test
    void aHistoryOfAHundredRequestsKeepsEachMessageOnce() {
        List<JsonValue> messages = new ArrayList<>(List.of(message("system", "Be good."), message("user", "Begin.")));
        for (int turn = 0; turn < 100; turn++) {
            JsonValue answer = message("assistant", "answer " + turn + "x".repeat(300));
            add(new Exchange("k" + turn, SETTINGS, messages, "completed", answer));
            messages.add(answer);
            messages.add(message("user", "result " + turn + "y".repeat(300)));
        }
        String all = kept.toString();
        for (int turn = 0; turn < 100; turn++) {
            assertThat(all).containsOnlyOnce("answer " + turn + "x");
            assertThat(turn == 99 || all.split("result " + turn + "y", -1).length == 2)
                    .isTrue();
        }
        assertThat(bytes(99)).isLessThan(bytes(1) + 50);
        assertThat(read(99).messages()).hasSize(200);
        assertThat(read(99).messages().getLast()).isEqualTo(message("user", "result 98" + "y".repeat(300)));
    }

    @Test
    void aMessageThatGrowsAtItsEndSharesItsBeginning() {
        StringBuilder transcript = new StringBuilder();
        for (int turn = 0; turn < 1_000; turn++) {
            transcript.append("turn ").append(turn).append(" came to something; ");
            add(new Exchange("k", SETTINGS, List.of(message("user", transcript.toString())), "completed", null));
        }
        assertThat(bytes(999)).isLessThan(10_000);
        assertThat(read(999).messages()).containsExactly(message("user", transcript.toString()));
    }

    @Test
    void aWindowThatSlidesKeepsOnlyWhatCameIn() {
        Random random = new Random(7);
        List<String> turns = new ArrayList<>();
        for (int turn = 0; turn < 600; turn++) {
            turns.add("turn %d: child run_%s came to %s.".formatted(turn, word(random), word(random)));
            String window = String.join(" ", turns.subList(Math.max(0, turns.size() - 100), turns.size()));
            add(new Exchange("k", SETTINGS, List.of(message("user", window)), "completed", null));
        }
        double early = IntStream.range(10, 100).mapToLong(this::bytes).average().orElseThrow();
        double late = IntStream.range(400, 500).mapToLong(this::bytes).average().orElseThrow();
        assertThat(late).isLessThan(2.5 * early);
        assertThat(read(599).messages().getFirst().toString())
                .contains("turn 500:", "turn 599:")
                .doesNotContain("turn 499:");
    }

    private static String word(Random random) {
        return Long.toString(random.nextLong() >>> 1, 36) + Long.toString(random.nextLong() >>> 1, 36);
    }

    @Test
    void whateverIsAskedIsReadBackAsItWas() {
        Seeds.check(200, random -> {
            kept.clear();
            talk = null;
            List<Exchange> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Exchange exchange = exchange(random, all);
                all.add(exchange);
                add(exchange);
            }
            for (int i = 0; i < all.size(); i++) {
                assertThat(read(i)).isEqualTo(all.get(i));
            }
        });
    }

    /// Often one that goes on where an earlier one ended, or says something else from some message on.
    private static Exchange exchange(Random random, List<Exchange> before) {
        List<JsonValue> messages = new ArrayList<>();
        if (!before.isEmpty() && random.nextInt(4) > 0) {
            Exchange earlier = before.get(random.nextInt(before.size()));
            messages.addAll(earlier.messages()
                    .subList(0, random.nextInt(earlier.messages().size() + 1)));
        }
        for (int more = random.nextInt(3); more >= 0; more--) {
            messages.add(message("user", text(random)));
        }
        JsonValue answer = random.nextInt(5) == 0 ? null : message("assistant", text(random));
        return new Exchange(
                "k" + random.nextInt(),
                random.nextInt(6) == 0 ? SETTINGS.with("seed", JsonNumber.of(random.nextInt(3))) : SETTINGS,
                messages,
                random.nextInt(4) == 0 ? "refused" : "completed",
                answer);
    }

    private static String text(Random random) {
        String one = List.of("a", "é", "\uD83D\uDE00", "\"", "\n", "}").get(random.nextInt(6));
        return one.repeat(random.nextInt(4) == 0 ? 3_000 + random.nextInt(6_000) : random.nextInt(20));
    }

    @Test
    void aRangeThatSomebodyHasChangedIsNotReadAsSomethingElse() {
        add(new Exchange("k", SETTINGS, List.of(message("user", "one")), "completed", null));
        add(new Exchange("k", SETTINGS, List.of(message("user", "one"), message("user", "two")), "completed", null));
        JsonObject shared = kept.get(1);
        assertThatThrownBy(() -> Talk.whole(shared, _ -> JsonObject.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Talk.whole(shared, _ -> shared)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Talk.whole(JsonObject.EMPTY, _ -> JsonObject.EMPTY))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
