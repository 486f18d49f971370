package dev.waybill.workflow;

import java.util.regex.Pattern;

/// The spellings that the schema asks for. Each is one character class after another: nothing can backtrack.
final class Grammar {

    static final Pattern WORKFLOW_ID = Pattern.compile("[a-z][a-z0-9_-]*");
    static final Pattern SLUG = Pattern.compile("[a-z0-9][a-z0-9_-]*");
    static final Pattern TYPE_ID = Pattern.compile("[a-z][a-zA-Z0-9._-]*");
    static final Pattern ACCESS = Pattern.compile("[a-z][a-zA-Z0-9._-]*\\*?|\\*");
    static final Pattern REDUCER = Pattern.compile(
            "replace|append|merge|counter|votes|feedback|message" + "|vendor\\.[a-z][a-z0-9_-]*\\.[a-z][a-z0-9_-]*");

    private Grammar() {}

    static boolean isTypeId(String text) {
        return TYPE_ID.matcher(text).matches();
    }
}
