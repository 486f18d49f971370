package dev.waybill.runtime;

/// How far sub-workflows may go. A workflow that calls itself is stopped by these, not by the disk.
///
/// @param depth how many hand-overs may stand one below the other
/// @param size how many runs one start may lead to, itself included
public record FamilyLimits(int depth, long size) {

    public static final FamilyLimits DEFAULT = new FamilyLimits(16, 10_000);

    public FamilyLimits {
        if (depth < 1 || size < 2) {
            throw new IllegalArgumentException("a hand-over needs a depth of 1 and a family of 2 at least");
        }
    }
}
