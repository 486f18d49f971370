package dev.waybill.view.run;

import dev.waybill.journal.RunStatus;
import dev.waybill.view.text.Ansi;
import dev.waybill.view.text.Style;

/// The status of a run in its colour.
public final class StatusText {

    private StatusText() {}

    public static Style style(RunStatus status) {
        return switch (status) {
            case COMPLETED -> Style.GOOD;
            case FAILED -> Style.BAD;
            case CANCELLING, CANCELLED -> Style.DIM;
            case WAITING_APPROVAL, WAITING_INPUT, WAITING_EXTERNAL, PAUSED -> Style.WARNING;
            case PENDING, RUNNING -> Style.ACCENT;
        };
    }

    public static String paint(Ansi ansi, RunStatus status) {
        return ansi.paint(style(status), status.wire());
    }
}
