package dev.waybill.journal;

/// Whether and how a run is signed for; fixed when the run is created, so that one workflow has one kind of receipt.
///
/// @param issue whether receipts are issued at all
/// @param wire the wire's label, `0.1` or `0.2`
/// @param pseudonymous whether ids in receipts are derived for the tenant instead of plain
/// @param redactable whether receipts sign their parents so that these can be withheld later
public record ReceiptPolicy(boolean issue, String wire, boolean pseudonymous, boolean redactable) {

    public static final ReceiptPolicy OFF = new ReceiptPolicy(false, "0.1", false, false);
    public static final ReceiptPolicy DEFAULT = new ReceiptPolicy(true, "0.1", false, false);

    public ReceiptPolicy {
        if (!wire.equals("0.1") && !wire.equals("0.2")) {
            throw new IllegalArgumentException("expected wire 0.1 or 0.2, found \"" + wire + "\"");
        }
    }
}
