package dev.waybill.evidence.write;

import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.RefusalException;
import java.util.Locale;

/// Records cannot be written as was asked; nothing was.
public final class ExportRefused extends RefusalException {

    private static final long serialVersionUID = 1;

    /// Why. Programs read the name in lower case.
    public enum Reason {
        NOTHING_TO_EXPORT("See what is there with 'waybill evidence dag'."),
        FOLDER_NOT_EMPTY("Name a new folder, or an empty one."),
        RECORD_ID_REPEATED("Choose one chain with --correlation, or index these stores apart."),
        RECORD_UNFIT("Choose other records with --correlation, or export them with --jsonl.");

        private final String next;

        Reason(String next) {
            this.next = next;
        }

        /// What to do about it.
        public String next() {
            return next;
        }
    }

    private final Reason reason;

    public ExportRefused(Reason reason, String message) {
        super(new Refusal(Kind.UNFIT, reason.name().toLowerCase(Locale.ROOT), message, reason.next()));
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
