package dev.waybill.runtime.receipt;

/// What goes into a bundle besides the run itself.
///
/// @param children the runs that it handed work to, and theirs
/// @param sources the runs that it was forked from
/// @param proofs a proof for each receipt that its summary commits to it
/// @param events what happened, in plain text: off unless asked for
public record ExportOptions(boolean children, boolean sources, boolean proofs, boolean events) {

    public static final ExportOptions DEFAULT = new ExportOptions(true, false, false, false);

    public ExportOptions(boolean children, boolean sources, boolean proofs) {
        this(children, sources, proofs, false);
    }
}
