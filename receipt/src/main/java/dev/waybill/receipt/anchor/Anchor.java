package dev.waybill.receipt.anchor;

import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;

/// A summary of a run that somebody else was given, and what shows that they were.
///
/// A summary signs how many receipts there were, the newest of them and the root over all in their order. Whoever holds
/// one can tell any other beginning of the same run from the true one.
///
/// @param summary the signed summary, as text
public record Anchor(String summary, Proof proof) {

    /// What shows that somebody else had it.
    public sealed interface Proof {

        /// They keep it, and the reader has it from them.
        ///
        /// @param where what the reader got
        record Kept(String where) implements Proof {}

        /// They signed that they saw it; see [Witness].
        ///
        /// @param receipt their receipt, as text
        record Witnessed(String receipt) implements Proof {}

        /// A time stamp of RFC 3161 over the text of the summary.
        ///
        /// @param token in base64
        record Stamped(String token) implements Proof {}
    }

    /// One line of a file of anchors: a bare summary where it is only kept, as any reader of receipts reads it.
    public String line() {
        return switch (proof) {
            case Proof.Kept _ -> summary;
            case Proof.Witnessed(String receipt) -> line("witness", receipt);
            case Proof.Stamped(String token) -> line("timestamp", token);
        };
    }

    private String line(String kind, String proof) {
        return JsonObject.of("summary", summary).with(kind, proof).toString();
    }

    /// The summary of a run that can be anchored.
    ///
    /// @throws IllegalArgumentException when the receipt sums up nothing, or signs no order
    public static Receipt anchorable(Receipt receipt) {
        if (receipt.summary() == null || receipt.commitLog() == null) {
            throw new IllegalArgumentException(
                    "expected a summary that signs the order of its receipts, found " + receipt);
        }
        return receipt;
    }
}
