package dev.waybill.agents.model.wire;

import java.io.IOException;

/// A provider that does not stop is cut off.
final class AnswerTooLarge extends IOException {

    private static final long serialVersionUID = 1;

    AnswerTooLarge(long most) {
        super("the answer is larger than " + most + " bytes");
    }
}
