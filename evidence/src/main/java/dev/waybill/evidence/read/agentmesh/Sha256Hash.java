package dev.waybill.evidence.read.agentmesh;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.canonical.PythonJson;
import dev.waybill.evidence.read.HashChain.Link;
import dev.waybill.evidence.read.Members;
import java.util.List;

/// AgentMesh's hash of a record: SHA-256 over Python's compact JSON, with members in order, without the hash itself.
final class Sha256Hash {

    /// What the first record of a chain names as the one before it.
    static final String GENESIS = Digest.PREFIX + "0".repeat(2 * Digest.LENGTH);

    private Sha256Hash() {}

    static String of(JsonObject record) {
        return Digest.of(PythonJson.compact(record)).toString();
    }

    /// @param hashed the record as its writer hashed it
    /// @param without members that are not hashed
    static Link link(JsonObject hashed, List<String> without, String sequence) {
        String stated = hashed.string("event_hash").orElse("");
        String actual = Digest.of(PythonJson.compact(hashed, without)).toString();
        return new Link(
                actual.equals(stated), stated, hashed.string("prev_hash").orElse(""), Members.number(hashed, sequence));
    }
}
