package dev.waybill.receipt.audit;

import dev.waybill.receipt.VerifierOptions;

/// How a set of receipts is judged.
///
/// @param now the verifier's clock, in epoch seconds
/// @param skewSeconds how far clocks may differ
/// @param requireCommitment whether each workflow needs a summary with a Merkle root
/// @param requireComplete whether a set that is only partial is incomplete
/// @param keysFromBundle whether the keys came with the evidence, which then vouches for itself
/// @param parallelism how many threads verify signatures
/// @param expectedReceipts about how many receipts will come, to size tables; a guess is fine
public record AuditOptions(
        long now,
        long skewSeconds,
        boolean requireCommitment,
        boolean requireComplete,
        boolean keysFromBundle,
        int parallelism,
        int expectedReceipts) {

    public static AuditOptions at(long nowEpochSeconds) {
        return new AuditOptions(nowEpochSeconds, VerifierOptions.DEFAULT_SKEW_SECONDS, false, false, false, 1, 1024);
    }

    public AuditOptions withRequiredCommitment(boolean required) {
        return new AuditOptions(
                now, skewSeconds, required, requireComplete, keysFromBundle, parallelism, expectedReceipts);
    }

    public AuditOptions withRequiredCompleteness(boolean required) {
        return new AuditOptions(
                now, skewSeconds, requireCommitment, required, keysFromBundle, parallelism, expectedReceipts);
    }

    public AuditOptions withKeysFromBundle(boolean fromBundle) {
        return new AuditOptions(
                now, skewSeconds, requireCommitment, requireComplete, fromBundle, parallelism, expectedReceipts);
    }

    public AuditOptions withParallelism(int threads) {
        return new AuditOptions(
                now, skewSeconds, requireCommitment, requireComplete, keysFromBundle, threads, expectedReceipts);
    }

    public AuditOptions withExpectedReceipts(int expected) {
        return new AuditOptions(
                now, skewSeconds, requireCommitment, requireComplete, keysFromBundle, parallelism, expected);
    }
}
