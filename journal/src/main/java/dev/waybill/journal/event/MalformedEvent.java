package dev.waybill.journal.event;

/// An event of a known type whose payload is not what that type holds: the log is damaged or was written by
/// something else.
public final class MalformedEvent extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedEvent(String type, String member, String expected, String found) {
        super("event %s: expected %s%s, found %s"
                .formatted(type, expected, member.isEmpty() ? "" : " in \"" + member + "\"", found));
    }
}
