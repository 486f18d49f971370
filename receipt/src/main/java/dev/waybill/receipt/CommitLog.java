package dev.waybill.receipt;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;

/// The order in which a workflow's receipts were committed, as its summary signs it: the newest receipt of
/// the chain, and the RFC 6962 root over all of them in commit order.
///
/// PEAC's own root is over a sorted set and cannot show that a later summary extends an earlier one; this
/// root can, by a standard consistency proof.
public record CommitLog(Digest chainHead, Digest root, long size) {

    public static final String EXTENSION_KEY = "dev.waybill/commit-log";

    public CommitLog {
        if (size < 1) {
            throw new IllegalArgumentException("a commit log has at least one receipt, found " + size);
        }
    }

    static CommitLog parse(JsonValue value) {
        if (value instanceof JsonObject log
                && log.size() == 3
                && log.get("tree_size") instanceof JsonNumber size
                && size.asInteger().orElse(0) > 0) {
            return new CommitLog(
                    digest(log, "chain_head"),
                    digest(log, "root"),
                    size.asInteger().getAsLong());
        }
        throw bad("", "expected an object of chain_head, root and tree_size");
    }

    private static Digest digest(JsonObject log, String name) {
        return log.string(name)
                .flatMap(Digest::tryParse)
                .orElseThrow(() -> bad("/" + name, "expected " + name + " as sha256: and 64 hexadecimal digits"));
    }

    private static Rejected bad(String pointer, String message) {
        return new Rejected(Code.E_WORKFLOW_SUMMARY_INVALID, pointer, message);
    }

    JsonObject toJson() {
        return JsonObject.of("chain_head", chainHead.toString())
                .with("root", root.toString())
                .with("tree_size", size);
    }
}
