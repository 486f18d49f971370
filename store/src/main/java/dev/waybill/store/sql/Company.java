package dev.waybill.store.sql;

import java.time.Duration;

/// What a batch waits for before it is written: others that are likely to come in a moment.
///
/// A commit costs nearly the same for one as for a dozen. Those who have just been answered come back soon with their
/// next one, but not all at the same instant: whoever writes for the first of them lets all others wait for a whole
/// commit. So a batch waits a little for those who were there last time; never longer than the last commit took, and
/// not at all for one who is alone.
///
/// @param enough for so many a batch begins at once, even beside one that is being written
/// @param longest nobody waits longer for company, however slow commits are
public record Company(int enough, Duration longest) {

    /// Whoever comes first begins.
    public static final Company NONE = new Company(1, Duration.ZERO);
}
