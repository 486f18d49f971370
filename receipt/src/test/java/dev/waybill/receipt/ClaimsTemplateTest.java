package dev.waybill.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.waybill.base.Digest;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowIds;
import dev.waybill.testkit.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClaimsTemplateTest {

    private static final String ISSUER = "https://issuer.example.com";
    private static final String ID = "01890a5d-ac96-774b-bcce-b302099a8057";
    private static final long TIME = 1_790_000_000;

    private final SigningKey key = SigningKey.ofSeed("key-1", new byte[32]);

    @ParameterizedTest
    @EnumSource
    void whatATemplateWritesIsWhatTheWholePathWrites(Wire wire) {
        Seeds.check(500, random -> {
            ReceiptDraft first = draft(wire, random);
            ReceiptDraft next = like(first, random);
            var template = ClaimsTemplate.learn(wire, ISSUER, first, wholePath(wire, first));
            assertThat(Objects.requireNonNull(template).payload(next)).isEqualTo(wholePath(wire, next));
        });
    }

    @ParameterizedTest
    @EnumSource
    void aReceiptFromATemplateReadsLikeAnyOther(Wire wire) {
        Seeds.check(50, random -> {
            var issuer = new ReceiptIssuer(key, wire, ISSUER);
            ReceiptDraft first = draft(wire, random);
            ReceiptDraft next = like(first, random);
            issuer.issue(first);
            Receipt receipt = issuer.issue(next);
            Receipt alone = new ReceiptIssuer(key, wire, ISSUER).issue(next);
            assertThat(receipt.compact()).isEqualTo(alone.compact());
            assertThat(receipt.claims()).isEqualTo(alone.claims());
            assertThat(receipt.workflow()).isEqualTo(alone.workflow());
            assertThat(receipt.id()).isEqualTo(next.id());
        });
    }

    @ParameterizedTest
    @EnumSource
    void afterAGoodReceiptABadOneIsStillRefused(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        issuer.issue(ReceiptDraft.builder(ID, TIME).workflow(context("tool")).build());
        refused(issuer, ReceiptDraft.builder("", TIME).workflow(context("tool")).build());
        refused(
                issuer,
                ReceiptDraft.builder(ID, Long.MAX_VALUE / 2)
                        .workflow(context("tool"))
                        .build());
        refused(
                issuer,
                ReceiptDraft.builder(ID, TIME).workflow(context("\uFFFF")).build());
        refused(
                issuer,
                ReceiptDraft.builder(ID, TIME)
                        .subject("s".repeat(5000))
                        .workflow(context("tool"))
                        .build());
        refused(issuer, ReceiptDraft.builder(ID, TIME).workflow(withheld()).build());
    }

    @Test
    void anotherAudienceIsJudgedAnew() {
        var issuer = new ReceiptIssuer(key, Wire.V0_1, ISSUER);
        issuer.issue(ReceiptDraft.builder(ID, TIME).workflow(context("tool")).build());
        refused(
                issuer,
                ReceiptDraft.builder(ID, TIME)
                        .audience("http://plain.example")
                        .workflow(context("tool"))
                        .build());
    }

    /// What a reader would refuse never gets a signature, be the group one that others may fill as they like.
    @ParameterizedTest
    @EnumSource
    void aGroupThatIsNotPlainIsJudgedAnew(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        issuer.issue(stepWith(JsonObject.EMPTY));
        refused(issuer, stepWith(new JsonNumber("1e400")));
        refused(issuer, stepWith(new JsonNumber("9007199254740992")));
        refused(issuer, stepWith(new JsonNumber("007")));
        refused(issuer, stepWith(new JsonString("\uD800")));
        refused(issuer, stepWith(new JsonString("\uFFFF")));
        refused(issuer, stepWith(JsonObject.of("\uDFFF", 1)));
        refused(issuer, stepWith(new JsonString("s".repeat(70_000))));
        refused(issuer, stepWith(nested(32)));
        refused(issuer, stepWith(new JsonArray(Collections.nCopies(10_001, JsonNull.NULL))));
    }

    @ParameterizedTest
    @EnumSource
    void aGroupThatOthersPrescribeIsJudgedAnew(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        issuer.issue(stepWith(JsonObject.EMPTY));
        for (String key : List.of("org.peacprotocol/mcp", WorkflowContext.WORKFLOW_EXTENSION_KEY)) {
            refused(
                    issuer,
                    ReceiptDraft.builder(ID, TIME)
                            .workflow(context("tool"))
                            .extension(key, JsonObject.of("nothing", "that it asks for"))
                            .build());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSoundAndNotPlainIsSignedAsEver(Wire wire) {
        var issuer = new ReceiptIssuer(key, wire, ISSUER);
        issuer.issue(stepWith(JsonObject.EMPTY));
        for (JsonValue value : List.of(
                new JsonNumber("-1.50e3"),
                new JsonString("Grüße"),
                nested(20),
                new JsonString("s".repeat(10_000)),
                JsonObject.of("größe", 1))) {
            ReceiptDraft draft = stepWith(value);
            assertThat(issuer.issue(draft).compact())
                    .isEqualTo(new ReceiptIssuer(key, wire, ISSUER).issue(draft).compact());
        }
    }

    private static ReceiptDraft stepWith(JsonValue value) {
        return ReceiptDraft.builder(ID, TIME)
                .workflow(context("tool"))
                .extension(ReceiptDraft.STEP_TYPE, JsonObject.of("value", value))
                .build();
    }

    private static JsonValue nested(int depth) {
        JsonValue value = JsonNull.NULL;
        for (int i = 0; i < depth; i++) {
            value = JsonArray.of(value);
        }
        return value;
    }

    private static void refused(ReceiptIssuer issuer, ReceiptDraft draft) {
        assertThatExceptionOfType(Rejected.class).isThrownBy(() -> issuer.issue(draft));
    }

    private static byte[] wholePath(Wire wire, ReceiptDraft draft) {
        return JsonWriter.compactBytes(ClaimsWriter.claims(wire, ISSUER, draft));
    }

    private static WorkflowContext context(String tool) {
        return WorkflowContext.builder(
                        WorkflowIds.createWorkflowId("0".repeat(26)), WorkflowIds.createStepId("1".repeat(26)))
                .toolName(tool)
                .build();
    }

    private static WorkflowContext withheld() {
        return WorkflowContext.builder(
                        WorkflowIds.createWorkflowId("0".repeat(26)), WorkflowIds.createStepId("1".repeat(26)))
                .withholdParents()
                .build();
    }

    private static ReceiptDraft draft(Wire wire, RandomGenerator random) {
        var draft = ReceiptDraft.builder(id(random), random.nextLong(1L << 40)).workflow(context(random));
        draft.subject(random.nextBoolean() ? "about \"this\"" : null);
        draft.audience(wire == Wire.V0_1 && random.nextBoolean() ? "https://worker.example.com" : null);
        if (random.nextBoolean()) {
            draft.trace(trace(random));
        }
        return groups(draft, random).build();
    }

    /// The groups that a host adds to its steps.
    private static ReceiptDraft.Builder groups(ReceiptDraft.Builder draft, RandomGenerator random) {
        if (random.nextBoolean()) {
            draft.extension(ReceiptDraft.STEP_TYPE, group(random, 3));
        }
        if (random.nextBoolean()) {
            draft.extension(EvidenceEnvelope.RECEIPT_KEY, group(random, 1));
        }
        return draft;
    }

    private static JsonObject group(RandomGenerator random, int depth) {
        JsonObject group = JsonObject.EMPTY;
        for (int i = random.nextInt(4); i > 0; i--) {
            group = group.with("member" + i, value(random, depth));
        }
        return group;
    }

    private static JsonValue value(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 3 : 5)) {
            case 0 -> JsonNumber.of(random.nextLong(1_000_000_000_000_000L));
            case 1 -> JsonBool.of(random.nextBoolean());
            case 2 -> new JsonString(Objects.requireNonNullElse(text(random), ""));
            case 3 -> JsonArray.of(value(random, depth - 1), JsonNull.NULL, value(random, depth - 1));
            default -> group(random, depth - 1);
        };
    }

    private static ReceiptDraft like(ReceiptDraft first, RandomGenerator random) {
        var draft = ReceiptDraft.builder(id(random), random.nextLong(1L << 40))
                .workflow(context(random))
                .subject(first.subject())
                .audience(first.audience());
        if (first.trace() != null) {
            draft.trace(trace(random));
        }
        return groups(draft, random).build();
    }

    private static WorkflowContext context(RandomGenerator random) {
        var builder = WorkflowContext.builder(
                WorkflowIds.createWorkflowId(payload(random)), WorkflowIds.createStepId(payload(random)));
        var parents = new java.util.ArrayList<dev.waybill.receipt.workflow.StepId>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parents.add(WorkflowIds.createStepId(payload(random)));
        }
        return builder.parents(parents)
                .orchestratorId(text(random))
                .orchestratorReceiptRef(text(random))
                .stepIndex(random.nextBoolean() ? random.nextLong(1L << 53) : null)
                .stepTotal(random.nextBoolean() ? 1 + random.nextLong(1L << 52) : null)
                .toolName(text(random))
                .framework(random.nextBoolean() ? "langgraph" : null)
                .prevReceiptHash(
                        random.nextBoolean()
                                ? Digest.of(payload(random).getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                                : null)
                .build();
    }

    /// ASCII of every kind, control characters and quotes too.
    private static @Nullable String text(RandomGenerator random) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        var text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            text.append((char) random.nextInt(128));
        }
        return text.toString();
    }

    private static TraceContext trace(RandomGenerator random) {
        return new TraceContext(
                "%032x".formatted(1 + random.nextLong(Long.MAX_VALUE - 1)),
                "%016x".formatted(1 + random.nextLong(Long.MAX_VALUE - 1)));
    }

    private static String payload(RandomGenerator random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private static String id(RandomGenerator random) {
        long high = (random.nextLong() & ~0xF000L) | 0x7000L;
        long low = (random.nextLong() & ~(3L << 62)) | (1L << 63);
        return new UUID(high, low).toString();
    }
}
