package dev.waybill.runtime.webhook;

import dev.waybill.journal.store.Webhook;
import java.util.List;
import java.util.regex.Pattern;

/// Which events a webhook wants.
final class HookFilter {

    private static final String EVERYTHING = "*";
    private static final String BELOW = ".*";
    private static final Pattern NAME = Pattern.compile("\\*|[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*(\\.\\*)?");
    private static final int LONGEST = 128;

    private HookFilter() {}

    /// Whether a text can name events: `run.completed`, `run.*`, `*`.
    static boolean isName(String text) {
        return text.length() <= LONGEST && NAME.matcher(text).matches();
    }

    static boolean wants(Webhook webhook, String type, List<String> tags) {
        return webhook.events().stream().anyMatch(name -> covers(name, type))
                && (webhook.tags().isEmpty() || webhook.tags().stream().anyMatch(tags::contains));
    }

    private static boolean covers(String name, String type) {
        return name.equals(EVERYTHING)
                || (name.endsWith(BELOW) ? type.startsWith(name.substring(0, name.length() - 1)) : type.equals(name));
    }
}
