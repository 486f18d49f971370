package dev.waybill.app.command.evidence.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// T7: a member that nobody here knows survives every way through: appended, read, asked for, exported, packed, taken
/// in again. Each of the values below is in one record of its own, once in the envelope and once outside.
class T7UnknownFieldsSurviveTest {

    private static final List<String> VALUES = List.of(
            "\"test\"",
            "1e-07",
            "0.0",
            "12345678901234567890123",
            "{\"nested\":{\"deep\":[1,2.50,null]}}",
            "[\"a\",1,true,null,{\"b\":[]}]",
            "null",
            "\"naïve ✓ 日本語 \\ud83d\\ude02\"",
            "\"\"");
    private static final List<String> NAMES = List.of("_ewp_future_field", "unknown_member");
    private static final String LOG = "given/records.jsonl";

    @TempDir
    Path folder;

    private EvidenceDesk desk;
    private final Map<String, JsonObject> given = new LinkedHashMap<>();

    @BeforeEach
    void everyValueIsAppended() {
        desk = EvidenceDesk.in(folder)
                .with("WAYBILL_KEYS", folder.resolve("keys").toString())
                .folderOf(LOG);
        for (String value : VALUES) {
            for (String type : List.of("POLICY_APPLY", "guardian_verdict")) {
                append("p_" + given.size(), type, value);
            }
        }
    }

    private void append(String id, String type, String value) {
        String record = "{\"receipt_id\":\"%s\",\"type\":\"%s\",\"lever\":\"%s\"".formatted(id, type, id);
        for (String name : NAMES) {
            record += ",\"" + name + "\":" + value;
        }
        desk.file("record.json", record + "}");
        desk.yes("emit", desk.path("record.json"), "--to", desk.path(LOG), "--origin", "ccio/guardian");
        given.put(id, Told.object(desk.text("record.json")));
    }

    @TestFactory
    Stream<DynamicTest> anUnknownMemberSurvives() {
        return Stream.of(
                DynamicTest.dynamicTest("append", this::append),
                DynamicTest.dynamicTest("read", this::read),
                DynamicTest.dynamicTest("query", this::query),
                DynamicTest.dynamicTest("export", this::export),
                DynamicTest.dynamicTest("proof pack", () -> pack("--proof-pack", "pack")),
                DynamicTest.dynamicTest("evidence zip", () -> pack("--evidence-zip", "evidence.zip")),
                DynamicTest.dynamicTest("pack of a pack", this::packAgain));
    }

    private void append() {
        assertSame(desk.lines(LOG).stream().map(Told::object).toList());
    }

    private void read() {
        Told indexed = desk.index("given");
        assertThat(indexed.codes()).isEmpty();
        assertThat(indexed.code()).isEqualTo(ExitCode.YES);
        Told verified = desk.verify("given");
        assertThat(verified.codes()).isEmpty();
        assertThat(verified.code()).isEqualTo(ExitCode.YES);
    }

    private void query() {
        desk.index("given");
        assertSame(asked());
    }

    /// What the index answers about each record.
    private List<JsonObject> asked() {
        List<JsonObject> asked = new ArrayList<>();
        for (String id : given.keySet()) {
            Told answer = desk.question("why", "ccio:" + id);
            assertThat(answer.code()).isEqualTo(ExitCode.YES);
            JsonObject record = answer.path().getFirst().object("record").orElseThrow();
            // What does not fit into a pack as it is stands there whole, inside a receipt of Assay.
            asked.add(record.object("record").orElse(record));
        }
        return asked;
    }

    private void export() {
        desk.index("given");
        desk.file("again/records.jsonl", desk.exported());
        assertThat(desk.lines("again/records.jsonl")).isEqualTo(desk.lines(LOG));
        assertThat(desk.index("again").codes()).isEmpty();
        assertSame(asked());
        assertSame(desk.yes("export", "--cloudevents", "--index", desk.path("index"))
                .out()
                .lines()
                .map(event -> Told.object(event).object("data").orElseThrow())
                .toList());
    }

    private void pack(String option, String name) {
        desk.index("given");
        packed(option, name);
        assertThat(desk.index(name).codes()).isEmpty();
        assertEach(asked(), T7UnknownFieldsSurviveTest::plain);
    }

    private void packed(String option, String name) {
        Asked.waybill(desk.variables(), "keys", "new");
        desk.yes("export", option, desk.path(name), "--index", desk.path("index"));
        Told verified = desk.verify(name);
        assertThat(verified.codes()).isEmpty();
        assertThat(verified.code()).isEqualTo(ExitCode.YES);
    }

    /// A record of a pack is one that we wrote anew, under the name that Assay allows.
    private void packAgain() {
        desk.index("given");
        packed("--proof-pack", "first");
        assertThat(desk.index("first").codes()).isEmpty();
        packed("--evidence-zip", "second.zip");
        assertThat(desk.index("second.zip").codes()).isEmpty();
        assertEach(asked(), T7UnknownFieldsSurviveTest::plain);
    }

    @TestFactory
    Stream<DynamicTest> aMemberThatIsChangedInAPackIsTold() {
        return Stream.of(
                        "\"_ewp_future_field\":\"test\" \"_ewp_future_field\":\"tast\"",
                        "\"_ewp_future_field\":\"test\",")
                .map(change -> DynamicTest.dynamicTest(change, () -> {
                    String[] words = (change + " ").split(" ", 2);
                    desk.index("given");
                    String pack = "pack" + words[1].strip().length();
                    packed("--proof-pack", pack);
                    String file = pack + "/receipt_pack.jsonl";
                    String before = desk.text(file);
                    desk.file(file, before.replace(words[0], words[1].strip()));
                    assertThat(desk.text(file)).isNotEqualTo(before);
                    Told verified = desk.verify(pack);
                    assertThat(verified.codes()).containsExactly("TAMPERED");
                    assertThat(verified.code()).isEqualTo(ExitCode.TAMPERED);
                }));
    }

    /// What has another layout than Assay's goes into a pack whole, and comes back as what it was.
    @Test
    void anEventOfAgentMeshSurvivesAPack() {
        JsonObject event = Told.object("""
                {"event_id":"evt_000001","seq":1,"ts":"2026-02-25T12:00:00.000000+00:00","kind":"NOTE","agent_id":"a",
                 "payload":{"_ewp_version":"0","_ewp_future_field":{"n":[1e-07,null,"✓"]},"unknown_member":0.0},"x":-1}
                """);
        desk.file("mesh/events.jsonl", MeshHash.chained(List.of(event)));
        desk.index("mesh");
        packed("--proof-pack", "mesh-pack");
        assertThat(desk.index("mesh-pack").codes()).isEmpty();
        Told answer = desk.question("why", "agentmesh:evt_000001");
        assertThat(answer.code()).isEqualTo(ExitCode.YES);
        JsonObject found = answer.path()
                .getFirst()
                .object("record")
                .flatMap(receipt -> receipt.object("record"))
                .orElseThrow();
        assertThat(plain(found.without("prev_hash").without("event_hash"))).isEqualTo(plain(event));
    }

    /// The same, and spelled the same.
    private void assertSame(List<JsonObject> found) {
        assertEach(found, value -> value);
    }

    private void assertEach(List<JsonObject> found, Function<JsonValue, Object> compared) {
        assertThat(found).hasSize(given.size());
        for (JsonObject record : found) {
            JsonObject expected = Objects.requireNonNull(given.get(Told.text(record, "receipt_id")));
            for (String name : NAMES) {
                assertThat(compared.apply(Objects.requireNonNull(record.get(name))))
                        .as("%s of %s", name, record)
                        .isEqualTo(compared.apply(Objects.requireNonNull(expected.get(name))));
            }
        }
    }

    /// Assay spells numbers its own way, `1E-7`: what is compared is the value.
    private static Object plain(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, Object> members = new LinkedHashMap<>();
                object.members().forEach((name, member) -> members.put(name, plain(member)));
                yield members;
            }
            case JsonArray array ->
                array.items().stream().map(T7UnknownFieldsSurviveTest::plain).toList();
            case JsonNumber(String lexeme) -> new BigDecimal(lexeme).stripTrailingZeros();
            case JsonString(String text) -> text;
            default -> value;
        };
    }
}
