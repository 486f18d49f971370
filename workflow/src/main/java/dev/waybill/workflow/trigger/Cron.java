package dev.waybill.workflow.trigger;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;

/// A cron expression: five fields (minute, hour, day of month, month, day of week), or six with seconds before
/// them.
///
/// Fields are lists of values, ranges and steps; months and days may be named. When neither day field begins with
/// `*`, a day that fits one of them is enough, as in every cron since Vixie's.
public final class Cron {

    /// The farthest that two times of one expression can lie apart is from one leap day to the next over a century
    /// that has none.
    static final int LONGEST_YEARS = 9;

    private final String text;
    private final BitSet seconds;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean eitherDay;

    private Cron(String text, String[] fields) {
        this.text = text;
        this.seconds = CronField.SECOND.read(fields[0]);
        this.minutes = CronField.MINUTE.read(fields[1]);
        this.hours = CronField.HOUR.read(fields[2]);
        this.days = CronField.DAY.read(fields[3]);
        this.months = CronField.MONTH.read(fields[4]);
        this.weekdays = CronField.WEEKDAY.read(fields[5]);
        if (weekdays.get(7)) {
            // Sunday has two numbers.
            weekdays.set(0);
        }
        this.eitherDay = !CronField.isOpen(fields[3]) && !CronField.isOpen(fields[5]);
    }

    /// @throws BadTrigger when it cannot be read, or never comes true
    public static Cron parse(String text) {
        String[] fields = text.strip().split("\\s+", -1);
        if (fields.length == 5) {
            fields = ("0 " + String.join(" ", fields)).split(" ", -1);
        } else if (fields.length != 6) {
            throw new BadTrigger("expected a cron expression of 5 fields (minute hour day month weekday), or of 6 with"
                    + " seconds before them, found "
                    + (text.isBlank() ? "none" : fields.length + " in \"" + text + "\""));
        }
        for (int i = 0; i < fields.length; i++) {
            fields[i] = fields[i].toUpperCase(Locale.ROOT);
        }
        Cron cron = new Cron(text.strip(), fields);
        if (cron.from(LocalDateTime.of(2026, 1, 1, 0, 0)).isEmpty()) {
            throw new BadTrigger("the cron expression \"%s\" never comes true: no month of it has such a day"
                    .formatted(text.strip()));
        }
        return cron;
    }

    /// Whether it asks for every hour: such a schedule follows real time where clocks are changed.
    boolean everyHour() {
        return hours.cardinality() == 24;
    }

    /// The first time from this one on, this one included, that fits. Clock changes are not looked at here.
    Optional<LocalDateTime> from(LocalDateTime earliest) {
        LocalDateTime whole = earliest.truncatedTo(ChronoUnit.SECONDS);
        LocalDateTime first = whole.equals(earliest) ? whole : whole.plusSeconds(1);
        LocalDate day = first.toLocalDate();
        LocalTime after = first.toLocalTime();
        LocalDate last = day.plusYears(LONGEST_YEARS);
        while (!day.isAfter(last)) {
            if (!months.get(day.getMonthValue())) {
                day = day.withDayOfMonth(1).plusMonths(1);
            } else {
                Optional<LocalTime> time = fits(day) ? time(after) : Optional.empty();
                if (time.isPresent()) {
                    return Optional.of(day.atTime(time.get()));
                }
                day = day.plusDays(1);
            }
            after = LocalTime.MIDNIGHT;
        }
        return Optional.empty();
    }

    private boolean fits(LocalDate day) {
        boolean byDay = days.get(day.getDayOfMonth());
        boolean byWeekday = weekdays.get(day.getDayOfWeek().getValue() % 7);
        return eitherDay ? byDay || byWeekday : byDay && byWeekday;
    }

    private Optional<LocalTime> time(LocalTime earliest) {
        for (int hour = hours.nextSetBit(earliest.getHour()); hour >= 0; hour = hours.nextSetBit(hour + 1)) {
            boolean sameHour = hour == earliest.getHour();
            int firstMinute = sameHour ? earliest.getMinute() : 0;
            for (int minute = minutes.nextSetBit(firstMinute); minute >= 0; minute = minutes.nextSetBit(minute + 1)) {
                boolean sameMinute = sameHour && minute == earliest.getMinute();
                int second = seconds.nextSetBit(sameMinute ? earliest.getSecond() : 0);
                if (second >= 0) {
                    return Optional.of(LocalTime.of(hour, minute, second));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }
}
