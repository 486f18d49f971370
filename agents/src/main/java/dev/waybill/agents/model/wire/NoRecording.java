package dev.waybill.agents.model.wire;

import java.io.IOException;

/// Nobody has recorded an answer to this request.
public final class NoRecording extends IOException {

    private static final long serialVersionUID = 1;

    public NoRecording(String message) {
        super(message);
    }
}
