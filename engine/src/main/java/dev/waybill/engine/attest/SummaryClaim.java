package dev.waybill.engine.attest;

import dev.waybill.receipt.record.SummaryDraft;

/// The end of a run, to be signed together with all of its receipts.
public record SummaryClaim(long sequence, String receiptId, SummaryDraft draft) implements Claim {}
