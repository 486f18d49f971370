package dev.waybill.workflow;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong and what is odd, up to a bound: nobody reads the thousandth error.
public final class Findings {

    private static final int MOST = 1_000;

    private final List<DefinitionError> errors = new ArrayList<>();
    private final List<DefinitionError> warnings = new ArrayList<>();
    private int errorCount;

    public void error(String pointer, DefinitionCode code, String message, String hint) {
        errorCount++;
        add(errors, new DefinitionError(pointer, code, message, hint));
    }

    public void warn(String pointer, DefinitionCode code, String message, String hint) {
        add(warnings, new DefinitionError(pointer, code, message, hint));
    }

    private static void add(List<DefinitionError> list, DefinitionError finding) {
        if (list.size() < MOST) {
            list.add(finding);
        } else if (list.size() == MOST) {
            list.add(new DefinitionError(
                    "", DefinitionCode.TOO_LARGE, "there is more than this", "fix what is listed first"));
        }
    }

    /// Whether another error would still be listed; if not, its hint is not worth finding.
    public boolean wantsErrors() {
        return errors.size() <= MOST;
    }

    /// Whether another warning would still be listed.
    public boolean wantsWarnings() {
        return warnings.size() <= MOST;
    }

    /// All that were found, listed or not.
    public int errorCount() {
        return errorCount;
    }

    public List<DefinitionError> errors() {
        return errors;
    }

    public List<DefinitionError> warnings() {
        return warnings;
    }
}
