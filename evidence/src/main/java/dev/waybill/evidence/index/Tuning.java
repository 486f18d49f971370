package dev.waybill.evidence.index;

/// Sizes that only tests change, to force what otherwise takes millions of records.
///
/// @param sortBuffer how many keys are sorted in memory before they are spilled
/// @param fanIn how many spilled runs are merged at once
/// @param hashBits how much of a hash is kept: few bits make keys collide
record Tuning(int sortBuffer, int fanIn, int hashBits) {

    static final Tuning USUAL = new Tuning(1 << 19, 256, Long.SIZE);

    Tuning {
        if (sortBuffer < 1 || fanIn < 2 || hashBits < 1 || hashBits > Long.SIZE) {
            throw new IllegalArgumentException("expected positive sizes and 1 to 64 bits");
        }
    }
}
