package dev.waybill.receipt.bundle;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;
import java.nio.file.Path;

/// Input that holds no evidence to judge: not there, empty, cut, or something else altogether.
public final class UnreadableEvidence extends RefusalException {

    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String found;
    private final String next;

    UnreadableEvidence(String expected, String found, String next) {
        super(new Refusal(Kind.UNREADABLE, "input_unreadable", "expected " + expected + ", found " + found, next));
        this.expected = expected;
        this.found = found;
        this.next = next;
    }

    /// The same of a file that only we know, by the name that its reader knows.
    UnreadableEvidence naming(Path file, String name) {
        return new UnreadableEvidence(expected, found.replace(file.toString(), name), next);
    }

    public String expected() {
        return expected;
    }

    public String found() {
        return found;
    }

    /// What the caller can do about it.
    public String next() {
        return next;
    }
}
