package dev.waybill.engine.attest;

/// Something to sign for.
public sealed interface Claim permits StepClaim, SummaryClaim {

    /// The event that is signed for; `StoredReceipt.CREATION` for the creation of the run.
    long sequence();

    /// The receipt's own name, a UUIDv7 that follows from the run's seed and the event.
    String receiptId();
}
