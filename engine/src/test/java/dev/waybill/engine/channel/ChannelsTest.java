package dev.waybill.engine.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.event.DataFact.ChannelWritten;
import dev.waybill.testkit.Seeds;
import dev.waybill.workflow.Channel;
import dev.waybill.workflow.ChannelAccess;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChannelsTest {

    private static final Instant START = Instant.parse("2026-11-15T10:00:00Z");

    @Test
    void nobodyWroteReadsAsNull() {
        assertThat(read(ChannelState.UNWRITTEN)).isEqualTo("null");
    }

    @Test
    void replaceKeepsTheLastWrite() {
        assertThat(read(written(rules("replace"), "1", "{\"a\":1}", "\"x\""))).isEqualTo("\"x\"");
    }

    @Test
    void appendKeepsTheOrderOfWrites() {
        assertThat(read(written(rules("append"), "\"a\"", "[1]", "null"))).isEqualTo("[\"a\",[1],null]");
    }

    @Test
    void mergeReplacesMembersAndKeepsOthersInTheirPlace() {
        assertThat(read(written(rules("merge"), "{\"a\":1,\"b\":{\"x\":1}}", "{\"b\":{\"y\":2},\"c\":3}", "{\"a\":0}")))
                .isEqualTo("{\"a\":0,\"b\":{\"y\":2},\"c\":3}");
    }

    @Test
    void counterAddsUpWholeNumbersExactly() {
        assertThat(read(written(rules("counter"), "9007199254740990", "1"))).isEqualTo("9007199254740991");
        assertThat(read(written(rules("counter"), "5", "-7"))).isEqualTo("-2");
        assertThat(read(written(rules("counter"), "5.0", "1e1"))).isEqualTo("15");
    }

    @Test
    void counterAddsUpFractionsAsExpressionsDo() {
        assertThat(read(written(rules("counter"), "0.1", "0.2"))).isEqualTo("0.30000000000000004");
        assertThat(read(written(rules("counter"), "0.5", "0.5"))).isEqualTo("1");
    }

    @Test
    void aVoterWhoVotesAgainHasOneVoteTheLast() {
        assertThat(read(written(
                        rules("votes"),
                        "{\"userId\":\"ada\",\"action\":\"accept\"}",
                        "{\"voter\":\"bob\",\"vote\":true}",
                        "{\"userId\":\"ada\",\"action\":\"reject\"}")))
                .isEqualTo("[{\"voter\":\"bob\",\"vote\":true},{\"userId\":\"ada\",\"action\":\"reject\"}]");
    }

    @Test
    void feedbackKeepsEveryEntry() {
        assertThat(read(written(rules("feedback"), "{\"feedback\":\"shorter\"}", "{\"feedback\":\"shorter\"}")))
                .isEqualTo("[{\"feedback\":\"shorter\"},{\"feedback\":\"shorter\"}]");
    }

    @Test
    void aMessageCountsOnceTheFirst() {
        assertThat(read(written(
                        rules("message"),
                        "{\"messageId\":\"m1\",\"content\":\"hi\"}",
                        "{\"messageId\":\"m2\",\"content\":\"ho\"}",
                        "{\"messageId\":\"m1\",\"content\":\"again\"}")))
                .isEqualTo("[{\"messageId\":\"m1\",\"content\":\"hi\"},{\"messageId\":\"m2\",\"content\":\"ho\"}]");
    }

    @Test
    void aValueThatTheReducerHasNoPlaceForIsRefused() {
        refused("validation_error", "expected an object, found string", () -> written(rules("merge"), "\"x\""));
        refused("validation_error", "expected a number, found string", () -> written(rules("counter"), "\"1\""));
        refused("validation_error", "with a userId, found an object without it", () -> written(rules("votes"), "{}"));
        refused("validation_error", "with a messageId, found null", () -> written(rules("message"), "null"));
        refused("validation_error", "a total within", () -> written(rules("counter"), "9007199254740991", "1"));
    }

    @Test
    void aReducerOfAVendorIsRefusedByName() {
        Channel channel = channel("vendor.acme.dedupe", null, OptionalLong.empty(), OptionalLong.empty());
        refused("channel_reducer_unsupported", "found reducer vendor.acme.dedupe", () -> ChannelRules.of(channel));
    }

    @Test
    void twoKindsOfReducersOnOneChannelAreRefused() {
        ChannelState entries = written(rules("append"), "1");
        refused("validation_error", "one reducer", () -> write(entries, rules("merge"), "{}", 0));
        ChannelState single = written(rules("replace"), "1");
        refused("validation_error", "one reducer", () -> write(single, rules("append"), "1", 0));
    }

    @Test
    void oldestEntriesMakeRoom() {
        ChannelRules two = rules("append", OptionalLong.empty(), OptionalLong.of(2));
        assertThat(read(written(two, "1", "2", "3"))).isEqualTo("[2,3]");
    }

    @Test
    void whereNothingIsForgottenTooMuchIsRefused() {
        for (String[] over : new String[][] {
            {"replace", "[1,2,3]"},
            {"replace", "{\"a\":1,\"b\":1,\"c\":1}"},
            {"replace", "\"abc\""},
            {"merge", "{\"a\":1,\"b\":1,\"c\":1}"}
        }) {
            ChannelRules two = rules(over[0], OptionalLong.empty(), OptionalLong.of(2));
            refused("validation_error", "at most 2, found 3", () -> written(two, over[1]));
        }
        ChannelRules one = rules("message", OptionalLong.empty(), OptionalLong.of(1));
        refused(
                "validation_error",
                "at most 1, found 2",
                () -> written(one, "{\"messageId\":\"m1\"}", "{\"messageId\":\"m2\"}"));
        assertThat(read(written(one, "{\"messageId\":\"m1\"}", "{\"messageId\":\"m1\"}")))
                .isEqualTo("[{\"messageId\":\"m1\"}]");
    }

    @Test
    void entriesAreDroppedByTheNextWriteWhenTheyAreTooOld() {
        ChannelRules rules = rules("append", OptionalLong.of(200), OptionalLong.empty());
        ChannelState state = write(ChannelState.UNWRITTEN, rules, "\"a\"", 0);
        state = write(state, rules, "\"b\"", 1);
        state = write(state, rules, "\"d\"", 300);
        assertThat(state)
                .isInstanceOfSatisfying(
                        ChannelState.Entries.class,
                        list -> assertThat(list.entries()).hasSize(1));
        assertThat(Channels.read(state, at(300)).toString())
                .isEqualTo("[{\"value\":\"d\",\"_ts\":%d}]".formatted(at(300).toEpochMilli()));
    }

    @Test
    void anEntryOfExactlyTheGreatestAgeIsStillThere() {
        ChannelRules rules = rules("votes", OptionalLong.of(200), OptionalLong.empty());
        ChannelState state = write(ChannelState.UNWRITTEN, rules, "{\"userId\":\"ada\"}", 0);
        assertThat(Channels.read(state, at(200)).toString()).contains("ada");
        assertThat(Channels.read(state, at(201))).hasToString("[]");
    }

    @Test
    void ageIsJudgedBeforeNumber() {
        ChannelRules rules = rules("feedback", OptionalLong.of(200), OptionalLong.of(2));
        ChannelState state = write(ChannelState.UNWRITTEN, rules, "1", 500);
        state = write(state, rules, "2", 100);
        state = write(state, rules, "3", 510);
        assertThat(Channels.read(state, at(510)).toString())
                .contains("\"value\":1")
                .contains("\"value\":3");
    }

    @Test
    void valuesThatAreNoEntriesDoNotAge() {
        for (String reducer : List.of("replace", "merge", "message")) {
            ChannelRules rules = rules(reducer, OptionalLong.of(1), OptionalLong.empty());
            ChannelState state = write(ChannelState.UNWRITTEN, rules, "{\"messageId\":\"m\"}", 0);
            assertThat(Channels.read(state, at(1_000_000)).toString())
                    .contains("\"m\"")
                    .doesNotContain("_ts");
        }
    }

    @Test
    void aDefaultIsReadBeforeTheFirstWriteAndWritesGoOnFromIt() {
        ChannelState counter = start("counter", "10", OptionalLong.empty());
        assertThat(read(counter)).isEqualTo("10");
        assertThat(read(write(counter, rules("counter"), "1", 5))).isEqualTo("11");
        ChannelState list = start("append", "[\"x\"]", OptionalLong.empty());
        assertThat(read(write(list, rules("append"), "\"y\"", 5))).isEqualTo("[\"x\",\"y\"]");
        assertThat(read(start("append", "[]", OptionalLong.empty()))).isEqualTo("[]");
    }

    @Test
    void aDefaultAgesFromTheStartOfTheRun() {
        ChannelState state = start("append", "[\"x\"]", OptionalLong.of(100));
        assertThat(Channels.read(state, at(100)).toString()).contains("\"x\"");
        assertThat(Channels.read(state, at(101))).hasToString("[]");
    }

    @Test
    void aDefaultThatTheReducerCouldNotHaveMadeIsRefused() {
        refused("validation_error", "an array as default", () -> start("append", "{}", OptionalLong.empty()));
        refused("validation_error", "a number", () -> start("counter", "\"1\"", OptionalLong.empty()));
    }

    @Test
    void aRecordedWriteFoldsByTheRulesOfItsTime() {
        ChannelRules rules = rules("append", OptionalLong.of(200), OptionalLong.of(3));
        ChannelState live = ChannelState.UNWRITTEN;
        ChannelState folded = ChannelState.UNWRITTEN;
        for (int i = 0; i < 10; i++) {
            live = Channels.write(live, rules, json(Integer.toString(i)), at(60L * i));
            ChannelWritten fact = rules.written(json(Integer.toString(i)), 1, at(60L * i), "n");
            ChannelRules recorded = ChannelRules.of(fact, rules.hidden());
            assertThat(recorded).isEqualTo(rules);
            folded = Channels.write(folded, recorded, fact.value(), at(60L * i));
        }
        assertThat(folded).isEqualTo(live);
    }

    @Test
    void aWriteLeavesTheEarlierStateAsItWas() {
        ChannelState one = written(rules("append"), "1");
        write(one, rules("append"), "2", 0);
        assertThat(read(one)).isEqualTo("[1]");
    }

    @Test
    void entriesHoldWhatAPlainListWouldHold() {
        Seeds.check(200, random -> {
            int ttl = 1 + random.nextInt(50);
            int most = 1 + random.nextInt(5);
            ChannelRules rules = rules("votes", OptionalLong.of(ttl), OptionalLong.of(most));
            ChannelState state = ChannelState.UNWRITTEN;
            Map<String, Long> model = new LinkedHashMap<>();
            long now = 0;
            for (int i = 0; i < 40; i++) {
                now += random.nextInt(20);
                String voter = "v" + random.nextInt(6);
                state = write(state, rules, "{\"userId\":\"" + voter + "\"}", now);
                long oldest = now - ttl;
                model.values().removeIf(time -> time < oldest);
                model.remove(voter);
                model.put(voter, now);
                if (model.size() > most) {
                    model.remove(model.keySet().iterator().next());
                }
                List<String> expected = new ArrayList<>();
                model.forEach((who, when) -> expected.add(
                        "{\"value\":{\"userId\":\"%s\"},\"_ts\":%d}".formatted(who, at(when).toEpochMilli())));
                assertThat(Channels.read(state, at(now)).toString()).isEqualTo("[" + String.join(",", expected) + "]");
            }
        });
    }

    private static ChannelRules rules(String reducer) {
        return rules(reducer, OptionalLong.empty(), OptionalLong.empty());
    }

    private static ChannelRules rules(String reducer, OptionalLong ttlMs, OptionalLong maxSize) {
        return ChannelRules.of(channel(reducer, null, ttlMs, maxSize));
    }

    private static ChannelState start(String reducer, String value, OptionalLong ttlMs) {
        return Channels.start(channel(reducer, json(value), ttlMs, OptionalLong.empty()), START);
    }

    private static Channel channel(
            String reducer, @Nullable JsonValue value, OptionalLong ttlMs, OptionalLong maxSize) {
        return new Channel(
                "events",
                reducer,
                Optional.empty(),
                Optional.ofNullable(value),
                maxSize,
                ttlMs,
                JsonObject.EMPTY,
                ChannelAccess.PUBLIC,
                1,
                List.of(),
                false);
    }

    private static ChannelState written(ChannelRules rules, String... values) {
        ChannelState state = ChannelState.UNWRITTEN;
        for (String value : values) {
            state = write(state, rules, value, 0);
        }
        return state;
    }

    private static ChannelState write(ChannelState state, ChannelRules rules, String value, long millis) {
        return Channels.write(state, rules, json(value), at(millis));
    }

    private static String read(ChannelState state) {
        return Channels.read(state, START).toString();
    }

    private static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    private static JsonValue json(String text) {
        return JsonReader.read(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    private static void refused(String code, String part, Runnable call) {
        assertThatExceptionOfType(ChannelRefused.class)
                .isThrownBy(call::run)
                .withMessageContaining("channel events")
                .withMessageContaining(part)
                .satisfies(refused -> assertThat(refused.error().code()).isEqualTo(code));
    }
}
