package dev.waybill.receipt.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What PEAC's own implementation computed, by ours.
class MerkleInteropTest {

    @TestFactory
    List<DynamicTest> rootsAndProofsOfTheVectorsAreOurs() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonObject vector : vectors("peac/merkle/merkle-vectors.json")) {
            SortedReceiptSet set = set(vector);
            String name = "n=" + vector.get("n");
            tests.add(DynamicTest.dynamicTest(
                    name + " root", () -> assertThat(set.commitment().root()).isEqualTo(digest(vector, "root"))));
            tests.add(DynamicTest.dynamicTest(name + " order", () -> assertSorted(set, vector)));
            for (JsonObject proof : objects(vector, "proofs")) {
                JsonObject complete = proof.with("tree_size", size(vector));
                tests.add(DynamicTest.dynamicTest(
                        name + " proof " + proof.get("leaf_index"), () -> assertProof(set, complete, true)));
            }
        }
        return tests;
    }

    @TestFactory
    List<DynamicTest> commitmentsAndProofsOfTheCorpusAreOurs() {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonObject vector : vectors("peac/corpus/merkle-cases.json")) {
            SortedReceiptSet set = set(vector);
            JsonObject commitment = vector.object("commitment").orElseThrow();
            String name = "n=" + vector.get("n");
            tests.add(DynamicTest.dynamicTest(
                    name + " commitment",
                    () -> assertThat(set.commitment().toJson()).isEqualTo(commitment)));
            List<JsonObject> proofs = objects(vector, "proofs");
            for (int i = 0; i < proofs.size(); i++) {
                JsonObject proof = proofs.get(i);
                boolean valid = String.valueOf(proof.get("valid")).equals("true");
                tests.add(DynamicTest.dynamicTest(
                        name + " proof " + i + (valid ? " holds" : " fails"), () -> assertProof(set, proof, valid)));
            }
        }
        return tests;
    }

    private static void assertProof(SortedReceiptSet set, JsonObject json, boolean valid) {
        Digest target = digest(json, "target_ref");
        InclusionProof proof = InclusionProof.parse(json);
        assertThat(set.commitment().includes(target, proof)).isEqualTo(valid);
        assertThat(proof.verifies(set.commitment().root(), target)).isEqualTo(valid);
        if (valid) {
            assertThat(set.prove(target)).isEqualTo(proof);
        }
    }

    private static void assertSorted(SortedReceiptSet set, JsonObject vector) {
        long index = 0;
        for (JsonValue ref : vector.array("sorted_refs").orElseThrow()) {
            assertThat(set.indexOf(Digest.parse(ref.asString().orElseThrow()))).isEqualTo(index++);
        }
    }

    private static SortedReceiptSet set(JsonObject vector) {
        return SortedReceiptSet.ofRefs(vector.array("input_refs").orElseThrow().items().stream()
                .map(ref -> ref.asString().orElseThrow())
                .toList());
    }

    private static JsonNumber size(JsonObject vector) {
        return JsonNumber.of(vector.array("input_refs").orElseThrow().size());
    }

    private static Digest digest(JsonObject object, String name) {
        return Digest.parse(object.string(name).orElseThrow());
    }

    private static List<JsonObject> vectors(String file) {
        JsonObject document = JsonReader.readObject(Interop.bytes(file), JsonLimits.DOCUMENT);
        return objects(document, "vectors");
    }

    private static List<JsonObject> objects(JsonObject object, String name) {
        JsonArray array = object.array(name).orElseThrow();
        return array.items().stream().map(item -> item.asObject().orElseThrow()).toList();
    }
}
