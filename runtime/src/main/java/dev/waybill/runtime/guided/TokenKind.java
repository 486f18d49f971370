package dev.waybill.runtime.guided;

/// What a token is for. The number is sealed into it, so that one kind never passes for the other.
public enum TokenKind {
    /// Names a snapshot.
    STATE("st", "stateToken", 1),
    /// Acknowledges the step that was pending there.
    ACK("ack", "ackToken", 2);

    private final String prefix;
    private final String field;
    private final int number;

    TokenKind(String prefix, String field, int number) {
        this.prefix = prefix;
        this.field = field;
        this.number = number;
    }

    String prefix() {
        return prefix;
    }

    /// How requests and answers call it.
    public String field() {
        return field;
    }

    /// Whether a text looks like a token of this kind.
    boolean fits(String text) {
        return text.startsWith(prefix + ".");
    }

    int number() {
        return number;
    }
}
