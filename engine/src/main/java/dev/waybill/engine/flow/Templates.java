package dev.waybill.engine.flow;

import dev.waybill.base.json.JsonValue;

/// `{{path}}` in a text stands for what lies there.
final class Templates {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private Templates() {}

    static String filled(String template, JsonValue item) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (true) {
            int open = template.indexOf(OPEN, at);
            int close = open < 0 ? -1 : template.indexOf(CLOSE, open + OPEN.length());
            if (close < 0) {
                return text.append(template, at, template.length()).toString();
            }
            String name = template.substring(open + OPEN.length(), close).strip();
            text.append(template, at, open);
            text.append(
                    isPath(name) ? Paths.text(Paths.at(item, name)) : template.substring(open, close + CLOSE.length()));
            at = close + CLOSE.length();
        }
    }

    private static boolean isPath(String name) {
        return !name.isEmpty()
                && isLetter(name.charAt(0))
                && name.chars().allMatch(c -> isLetter(c) || c == '.' || (c >= '0' && c <= '9'));
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
