package dev.waybill.workflow.trigger;

import java.util.BitSet;
import java.util.List;

/// One field of a cron expression.
@SuppressWarnings("ImmutableEnumChecker") // the lists are
enum CronField {
    SECOND("seconds", 0, 59, List.of()),
    MINUTE("minutes", 0, 59, List.of()),
    HOUR("hours", 0, 23, List.of()),
    DAY("days of the month", 1, 31, List.of()),
    MONTH(
            "months",
            1,
            12,
            List.of("", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
    WEEKDAY("days of the week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    private final String name;
    private final int least;
    private final int most;
    private final List<String> words;

    CronField(String name, int least, int most, List<String> words) {
        this.name = name;
        this.least = least;
        this.most = most;
        this.words = words;
    }

    /// Whether a field leaves its values open, also in steps.
    static boolean isOpen(String field) {
        return field.startsWith("*") || field.equals("?");
    }

    /// @param field in capital letters
    /// @throws BadTrigger when it cannot be read
    BitSet read(String field) {
        BitSet values = new BitSet();
        if (field.equals("?") && (this == DAY || this == WEEKDAY)) {
            values.set(least, most + 1);
            return values;
        }
        for (String part : field.split(",", -1)) {
            add(part, field, values);
        }
        return values;
    }

    private void add(String part, String field, BitSet values) {
        int slash = part.indexOf('/');
        int step = slash < 0 ? 1 : number(part.substring(slash + 1), field);
        String range = slash < 0 ? part : part.substring(0, slash);
        int dash = range.indexOf('-');
        int first;
        int last;
        if (range.equals("*")) {
            first = least;
            // Sunday's second number is no day of its own.
            last = this == WEEKDAY ? most - 1 : most;
        } else if (dash > 0) {
            first = value(range.substring(0, dash), field);
            last = value(range.substring(dash + 1), field);
        } else {
            first = value(range, field);
            last = slash < 0 ? first : most;
        }
        if (step < 1 || first > last) {
            throw wrong(field);
        }
        for (int value = first; value <= last; value += step) {
            values.set(value);
        }
    }

    private int value(String text, String field) {
        int word = text.isEmpty() ? -1 : words.indexOf(text);
        int value = word >= 0 ? word : number(text, field);
        if (value < least || value > most) {
            throw wrong(field);
        }
        return value;
    }

    private int number(String text, String field) {
        if (text.isEmpty() || text.length() > 2 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong(field);
        }
        return Integer.parseInt(text);
    }

    private BadTrigger wrong(String field) {
        return new BadTrigger("expected %s from %d to %d, such as %s, found \"%s\""
                .formatted(name, least, most, this == DAY ? "1,15 or */2" : "*, 5, 1-5 or */2", field));
    }
}
