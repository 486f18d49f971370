package dev.waybill.evidence.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Assay's own vectors: 16 of canonical JSON, 3 of receipts, 4 of Merkle trees.
class AssayJcsInteropTest {

    @TestFactory
    Stream<DynamicTest> canonicalFormAgrees() {
        return vectors("jcs_vectors.json")
                .map(vector -> test(vector, () -> {
                    byte[] canonical = AssayJcs.canonicalBytes(Objects.requireNonNull(vector.get("input")));
                    assertThat(new String(canonical, StandardCharsets.UTF_8))
                            .isEqualTo(text(vector, "expected_canonical_utf8"));
                    assertThat(Digest.of(canonical).hex()).isEqualTo(text(vector, "expected_sha256"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> receiptsAreHashedWithoutWhatWasAttachedLater() {
        return vectors("receipt_projection_vectors.json")
                .map(vector -> test(vector, () -> {
                    byte[] canonical =
                            AssayJcs.receiptBytes(vector.object("input").orElseThrow());
                    assertThat(new String(canonical, StandardCharsets.UTF_8))
                            .isEqualTo(text(vector, "expected_canonical_utf8"));
                    assertThat(Digest.of(canonical).hex()).isEqualTo(text(vector, "expected_sha256"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> merkleRootsAgree() {
        return vectors("merkle_vectors.json")
                .map(vector -> test(vector, () -> {
                    List<Digest> leaves = new ArrayList<>();
                    for (JsonValue leaf : vector.array("leaves").orElse(JsonArray.EMPTY)) {
                        leaves.add(Digest.parse(Digest.PREFIX + leaf.asString().orElseThrow()));
                    }
                    assertThat(AssayMerkle.root(leaves).hex()).isEqualTo(text(vector, "expected_root"));
                }));
    }

    private static Stream<JsonObject> vectors(String file) {
        JsonObject document =
                (JsonObject) JsonReader.readAnyNumbers(Interop.bytes("ewp/assay-vectors/" + file), JsonLimits.DOCUMENT);
        return document.array("vectors").orElseThrow().items().stream().map(JsonObject.class::cast);
    }

    private static DynamicTest test(JsonObject vector, org.junit.jupiter.api.function.Executable check) {
        return DynamicTest.dynamicTest(text(vector, "id") + " " + text(vector, "description"), check);
    }

    private static String text(JsonObject vector, String name) {
        return vector.string(name).orElseThrow();
    }
}
