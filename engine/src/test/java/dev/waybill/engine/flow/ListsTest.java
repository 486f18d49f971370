package dev.waybill.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.node.NodeResult;
import dev.waybill.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What holds for lists whatever is in them, and the corners that a random list would miss.
class ListsTest {

    private Random random = new Random(1);

    private void always(int runs, Runnable property) {
        Seeds.check(runs, seeded -> {
            random = seeded;
            property.run();
        });
    }

    private JsonValue any(int depth) {
        return switch (random.nextInt(depth > 2 ? 5 : 7)) {
            case 0 -> Flow.json("null");
            case 1 -> Flow.json(random.nextBoolean() ? "true" : "false");
            case 2 -> JsonNumber.of(random.nextInt(5));
            case 3 -> new JsonNumber(random.nextInt(4) + ".50");
            case 4 -> new JsonString("item " + random.nextInt(12));
            case 5 -> list(random.nextInt(3), depth + 1);
            default ->
                JsonObject.builder()
                        .put("k", any(depth + 1))
                        .put("n", JsonNumber.of(random.nextInt(3)))
                        .build();
        };
    }

    private JsonArray list(int size, int depth) {
        List<JsonValue> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(any(depth));
        }
        return new JsonArray(items);
    }

    private static JsonObject inputs(JsonValue array) {
        return JsonObject.EMPTY.with("array", array);
    }

    private static JsonArray array(NodeResult result, String name) {
        return ((NodeResult.Done) result).outputs().array(name).orElseThrow();
    }

    private static JsonObject config(String text) {
        return Flow.json(text).asObject().orElseThrow();
    }

    @Test
    void aSortedListHasTheSameElementsInOrderAndSortingAgainChangesNothing() {
        always(300, () -> {
            JsonArray given = list(random.nextInt(20), 0);
            String direction = random.nextBoolean() ? "asc" : "desc";
            JsonObject config = config(
                    "{'keys':[{'path':'k','direction':'%s','compare':'natural'},{'path':'n'}]}".formatted(direction));
            JsonArray sorted = array(Flow.run("core.flow.sort", config, inputs(given)), "array");
            assertThat(sorted.items()).containsExactlyInAnyOrderElementsOf(given.items());
            assertThat(array(Flow.run("core.flow.sort", config, inputs(sorted)), "array"))
                    .isEqualTo(sorted);
            List<JsonValue> shuffled = new ArrayList<>(given.items());
            Collections.shuffle(shuffled, random);
            var order = SortOrder.of(Given.objects(config, "keys"));
            shuffled.sort(order);
            for (int i = 0; i < shuffled.size(); i++) {
                assertThat(order.compare(shuffled.get(i), sorted.get(i))).isZero();
            }
        });
    }

    @Test
    void naturalOrderIsATotalOrder() {
        always(2_000, () -> {
            String a = digits();
            String b = digits();
            String c = digits();
            assertThat(Integer.signum(SortOrder.natural(a, b))).isEqualTo(-Integer.signum(SortOrder.natural(b, a)));
            assertThat(SortOrder.natural(a, b) == 0).isEqualTo(a.equals(b));
            if (SortOrder.natural(a, b) <= 0 && SortOrder.natural(b, c) <= 0) {
                assertThat(SortOrder.natural(a, c)).as("%s %s %s", a, b, c).isLessThanOrEqualTo(0);
            }
        });
        assertThat(SortOrder.natural("item 9", "item 10")).isNegative();
    }

    private String digits() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append("00129ab".charAt(random.nextInt(7)));
        }
        return text.toString();
    }

    @Test
    void distinctKeepsTheFirstOfEachAndIsIdempotent() {
        always(300, () -> {
            JsonArray given = list(random.nextInt(20), 0);
            JsonArray once = array(Flow.run("core.flow.distinct", JsonObject.EMPTY, inputs(given)), "array");
            assertThat(array(Flow.run("core.flow.distinct", JsonObject.EMPTY, inputs(once)), "array"))
                    .isEqualTo(once);
            assertThat(once.items().stream().map(Lists::key).toList())
                    .containsExactlyElementsOf(new LinkedHashSet<>(
                            given.items().stream().map(Lists::key).toList()));
        });
    }

    @Test
    void batchesTogetherAreTheList() {
        always(200, () -> {
            JsonArray given = list(random.nextInt(20), 0);
            JsonObject config = config("{'batchSize':%d}".formatted(1 + random.nextInt(5)));
            List<JsonValue> seen = new ArrayList<>();
            JsonArray left = given;
            boolean done = false;
            while (!done) {
                NodeResult.Done batch = (NodeResult.Done) Flow.run("core.flow.split-in-batches", config, inputs(left));
                seen.addAll(array(batch, "batch").items());
                left = array(batch, "remaining");
                done = String.valueOf(batch.outputs().get("done")).equals("true");
            }
            assertThat(seen).isEqualTo(given.items());
        });
    }

    @Test
    void limitAfterLimitIsLimit() {
        JsonArray given = list(10, 0);
        assertThat(array(Flow.run("core.flow.limit", config("{'count':3,'offset':8}"), inputs(given)), "array")
                        .items())
                .isEqualTo(given.items().subList(8, 10));
        assertThat(array(Flow.run("core.flow.limit", config("{'count':3,'offset':80}"), inputs(given)), "array")
                        .items())
                .isEmpty();
    }

    @Test
    void comparedListsAddUp() {
        always(200, () -> {
            JsonObject both = JsonObject.builder()
                    .put("left", list(random.nextInt(8), 0))
                    .put("right", list(random.nextInt(8), 0))
                    .build();
            NodeResult.Done diff =
                    (NodeResult.Done) Flow.run("core.flow.compare-datasets", config("{'keyPath':'n'}"), both);
            int after = array(diff, "addedIn2").size()
                    + array(diff, "changed").size()
                    + array(diff, "unchanged").size();
            assertThat(after)
                    .isEqualTo(both.array("right").orElseThrow().items().stream()
                            .map(item -> Lists.key(Paths.at(item, "n")))
                            .distinct()
                            .count());
        });
    }

    @Test
    void everyWayToMergeDoesAsItSays() {
        String two = "{'inputs':[[{'id':1,'a':1}],[{'id':1,'b':2},{'id':2}]]}";
        assertThat(Flow.output("core.flow.merge", "{'mode':'append'}", two, "merged"))
                .isEqualTo("[{'id':1,'a':1},{'id':1,'b':2},{'id':2}]");
        assertThat(Flow.output("core.flow.merge", "{'mode':'combine-by-key','keyPath':'id'}", two, "merged"))
                .isEqualTo("[{'id':1,'a':1,'b':2},{'id':2}]");
        assertThat(Flow.output("core.flow.merge", "{'mode':'combine-by-position'}", two, "merged"))
                .isEqualTo("[{'id':1,'a':1,'b':2},{'id':2}]");
        assertThat(Flow.output("core.flow.merge", "{'mode':'multiplex'}", "{'inputs':[[1,2],['a']]}", "merged"))
                .isEqualTo("[[1,'a'],[2,'a']]");
        assertThat(Flow.output("core.flow.merge", "{'mode':'choose-branch'}", "{'inputs':[[],[3],[4]]}", "merged"))
                .isEqualTo("[3]");
    }

    @Test
    void whatWouldExplodeIsRefused() {
        String many = "[" + "1,".repeat(999) + "1]";
        assertThat(((NodeResult.Failed) Flow.run(
                                "core.flow.merge", "{'mode':'multiplex'}", "{'inputs':[%s,%s]}".formatted(many, many)))
                        .error()
                        .code())
                .isEqualTo("flow_too_large");
        assertThat(Flow.run("core.flow.repeater", "{'count':100001}", "{}")).isInstanceOf(NodeResult.Failed.class);
        assertThat(Flow.run("core.flow.repeater", "{'count':1000}", "{}")).isInstanceOf(NodeResult.Done.class);
    }

    @Test
    void numbersTextsAndTablesAreMadeOutOfLists() {
        String people = "{'items':[{'name':'Ada','age':36},{'name':'Alan','age':41.5},{'name':null}]}";
        assertThat(Flow.output("core.flow.aggregate-numeric", "{'op':'sum','path':'age'}", people, "result"))
                .isEqualTo("77.5");
        assertThat(Flow.output("core.flow.aggregate-numeric", "{'op':'avg','path':'age'}", people, "result"))
                .isEqualTo("38.75");
        assertThat(Flow.output("core.flow.aggregate-numeric", "{'op':'min','path':'age'}", people, "result"))
                .isEqualTo("36");
        assertThat(Flow.output("core.flow.aggregate-numeric", "{'op':'max','path':'none'}", people, "result"))
                .isEqualTo("null");
        assertThat(Flow.output("core.flow.aggregate-text", "{'path':'name','separator':', '}", people, "text"))
                .isEqualTo("'Ada, Alan, '");
        assertThat(Flow.output("core.flow.aggregate-text", "{'template':'{{ name }}={{age}}{{x y}};'}", people, "text"))
                .isEqualTo("'Ada=36{{x y}};Alan=41.5{{x y}};={{x y}};'");
        assertThat(Flow.output(
                        "core.flow.aggregate-table",
                        "{'columns':[{'path':'name','label':'N'},{'path':'age'}]}",
                        people,
                        "rows"))
                .isEqualTo("[['Ada',36],['Alan',41.5],[null,null]]");
        assertThat(Flow.output("core.loop", "{}", "{'array':['x']}", "items"))
                .isEqualTo("[{'item':'x','index':0,'total':1}]");
    }

    @Test
    void anInputOfAnotherKindFailsWithAWord() {
        NodeResult.Failed failed =
                (NodeResult.Failed) Flow.run("core.flow.sort", "{'keys':[{'path':''}]}", "{'array':5}");
        assertThat(failed.error().message()).contains("takes a list, found number");
    }
}
