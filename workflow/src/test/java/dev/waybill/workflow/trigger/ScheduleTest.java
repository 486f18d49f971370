package dev.waybill.workflow.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testkit.Seeds;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When schedules are due, also where clocks are changed.
class ScheduleTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> dues(String cron, String zone, String after, int count) {
        Schedule schedule = new Schedule.Clock(Cron.parse(cron), ZoneId.of(zone));
        List<String> dues = new ArrayList<>();
        Instant time = Instant.parse(after);
        for (int i = 0; i < count; i++) {
            time = schedule.after(time).orElseThrow();
            dues.add(time.toString());
        }
        return dues;
    }

    @Test
    void aTimeIsDueAfterThePresentAndNeverAtIt() {
        assertThat(dues("0 9 * * MON", "UTC", "2026-11-16T09:00:00Z", 2))
                .containsExactly("2026-11-23T09:00:00Z", "2026-11-30T09:00:00Z");
        assertThat(dues("0 9 * * MON", "UTC", "2026-11-16T08:59:59.999Z", 1)).containsExactly("2026-11-16T09:00:00Z");
    }

    @Test
    void sixFieldsBeginWithSeconds() {
        assertThat(dues("*/20 59 23 31 12 *", "UTC", "2026-01-01T00:00:00Z", 4))
                .containsExactly(
                        "2026-12-31T23:59:00Z", "2026-12-31T23:59:20Z", "2026-12-31T23:59:40Z", "2027-12-31T23:59:00Z");
    }

    @Test
    void eitherDayIsEnoughWhenBothAreNamed() {
        assertThat(dues("0 0 13 * FRI", "UTC", "2026-11-01T00:00:00Z", 4))
                .containsExactly(
                        "2026-11-06T00:00:00Z", "2026-11-13T00:00:00Z", "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z");
        assertThat(dues("0 0 */2 * FRI", "UTC", "2026-11-01T00:00:00Z", 2))
                .as("a star with a step leaves the day open, so both must fit")
                .containsExactly("2026-11-13T00:00:00Z", "2026-11-27T00:00:00Z");
    }

    @Test
    void sundayHasTwoNumbersAndAName() {
        for (String sunday : List.of("0", "7", "SUN", "sun", "5-7/2")) {
            assertThat(dues("0 12 * * " + sunday, "UTC", "2026-11-21T12:00:00Z", 1))
                    .as(sunday)
                    .containsExactly("2026-11-22T12:00:00Z");
        }
    }

    @Test
    void leapDaysAreWaitedForOverACenturyWithoutOne() {
        assertThat(dues("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", 1)).containsExactly("2104-02-29T00:00:00Z");
    }

    @Test
    void aTimeThatClocksLeaveOutIsDueWhenTheyAreChanged() {
        // On 2026-03-29 Berlin's clocks go from 02:00 to 03:00.
        assertThat(dues("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(dues("30 2 * * *", "Europe/Berlin", "2026-03-29T00:59:59Z", 1))
                .containsExactly("2026-03-29T01:00:00Z");
    }

    @Test
    void aTimeThatComesTwiceIsDueTheFirstTime() {
        // On 2026-10-25 Berlin's clocks go from 03:00 back to 02:00.
        assertThat(dues("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(dues("0 2-4 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z", 3))
                .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z");
    }

    @Test
    void whatIsDueEveryHourFollowsRealTime() {
        assertThat(dues("30 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 3))
                .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:30:00Z");
        assertThat(dues("30 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z", 3))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z");
    }

    @Test
    void aDayThatATimeZoneLeavesOutIsMadeUpForOnce() {
        // Samoa had no 2011-12-30: it changed sides of the date line.
        assertThat(dues("0 8 * * *", "Pacific/Apia", "2011-12-29T12:00:00Z", 3))
                .containsExactly("2011-12-29T18:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T18:00:00Z");
    }

    @Test
    void intervalsAreCountedFromTheSameMomentEverywhere() {
        Schedule every = new Schedule.Every(900);
        assertThat(every.after(Instant.parse("2026-11-17T12:01:00Z"))).hasValue(Instant.parse("2026-11-17T12:15:00Z"));
        assertThat(every.after(Instant.parse("2026-11-17T12:15:00Z"))).hasValue(Instant.parse("2026-11-17T12:30:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "* * * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "5-1 * * * *",
                "*/0 * * * *",
                "1,,2 * * * *",
                "a * * * *",
                "-1 * * * *",
                "1- * * * *",
                "* * L * *",
                "* * 15W * *",
                "* * * * FRI#2",
                "@daily",
                "? * * * *",
                "0 0 30 2 *",
                "0 0 31 4,6 *",
                "999 * * * *"
            })
    void whatIsNoExpressionIsRefusedWithASentence(String text) {
        assertThatThrownBy(() -> Cron.parse(text))
                .isInstanceOf(BadTrigger.class)
                .hasMessageMatching(".{20,}");
    }

    @Test
    void anythingElseThanAnExpressionIsRefusedAndNothingWorse() {
        Seeds.check(5_000, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(1, 40); i > 0; i--) {
                text.append("0123456789*/-, ?LJANSUN\u00e9#".charAt(random.nextInt(24)));
            }
            try {
                assertThat(Cron.parse(text.toString()).from(LocalDateTime.of(2026, 1, 1, 0, 0)))
                        .isPresent();
            } catch (BadTrigger e) {
                assertThat(e).hasMessageContaining("expected");
            }
        });
    }

    /// An oracle that shares nothing with the code: it walks through real time, minute by minute.
    @Test
    void dueTimesAreThoseOfAWalkThroughRealTime() {
        Seeds.check(150, random -> {
            ZoneId zone = pick(
                    random,
                    BERLIN,
                    ZoneId.of("America/New_York"),
                    ZoneId.of("Australia/Lord_Howe"),
                    ZoneId.of("UTC"),
                    ZoneId.of("Asia/Kathmandu"),
                    ZoneId.of("Pacific/Apia"));
            String[] fields = {minute(random), hour(random), day(random), month(random), weekday(random)};
            String cron = String.join(" ", fields);
            Schedule schedule = new Schedule.Clock(Cron.parse(cron), zone);
            Instant from = start(random, zone);
            Instant until = from.plus(3, ChronoUnit.DAYS);
            List<Instant> found = new ArrayList<>();
            for (Instant next = schedule.after(from).orElseThrow();
                    next.isBefore(until);
                    next = schedule.after(next).orElseThrow()) {
                found.add(next);
            }
            assertThat(found).as("%s in %s from %s", cron, zone, from).isEqualTo(walk(fields, zone, from, until));
        });
    }

    /// Often where clocks are changed.
    private static Instant start(RandomGenerator random, ZoneId zone) {
        Instant any = Instant.parse("2010-01-01T00:00:00Z").plus(random.nextLong(7_000), ChronoUnit.DAYS);
        ZoneOffsetTransition change = zone.getRules().nextTransition(any);
        return change == null || random.nextInt(3) == 0
                ? any
                : change.getInstant().minus(random.nextInt(1, 2_880), ChronoUnit.MINUTES);
    }

    private static List<Instant> walk(String[] fields, ZoneId zone, Instant from, Instant until) {
        boolean everyHour = fields[1].equals("*");
        List<Instant> due = new ArrayList<>();
        LocalDateTime latest = LocalDateTime.ofInstant(from.minus(3, ChronoUnit.DAYS), zone);
        for (Instant at = from.minus(3, ChronoUnit.DAYS); at.isBefore(until); at = at.plusSeconds(60)) {
            LocalDateTime local = LocalDateTime.ofInstant(at, zone);
            boolean fires = fits(fields, local) && (everyHour || !local.isBefore(latest));
            for (LocalDateTime gone = latest; !everyHour && gone.isBefore(local); gone = gone.plusMinutes(1)) {
                fires |= fits(fields, gone);
            }
            if (fires && at.isAfter(from)) {
                due.add(at);
            }
            LocalDateTime next = local.plusMinutes(1);
            latest = next.isAfter(latest) ? next : latest;
        }
        return due;
    }

    private static boolean fits(String[] fields, LocalDateTime time) {
        boolean day = one(fields[2], time.getDayOfMonth(), 1);
        int number = time.getDayOfWeek().getValue() % 7;
        boolean weekday = one(fields[4], number, 0) || (number == 0 && one(fields[4], 7, 0));
        boolean either = !fields[2].startsWith("*") && !fields[4].startsWith("*");
        return one(fields[0], time.getMinute(), 0)
                && one(fields[1], time.getHour(), 0)
                && one(fields[3], time.getMonthValue(), 1)
                && (either ? day || weekday : day && weekday);
    }

    private static boolean one(String field, int value, int least) {
        return Arrays.stream(field.split(",")).anyMatch(part -> {
            if (part.startsWith("*/")) {
                return (value - least) % Integer.parseInt(part.substring(2)) == 0;
            }
            if (part.contains("-")) {
                String[] ends = part.split("-", -1);
                return value >= Integer.parseInt(ends[0]) && value <= Integer.parseInt(ends[1]);
            }
            return part.equals("*") || Integer.parseInt(part) == value;
        });
    }

    private static String minute(RandomGenerator random) {
        return pick(random, "*", "0", "30", "*/15", "59", "5,35", "10-12", String.valueOf(random.nextInt(60)));
    }

    private static String hour(RandomGenerator random) {
        return pick(random, "*", "0", "1", "2", "3", "*/2", "1-3", "2,23", String.valueOf(random.nextInt(24)));
    }

    private static String day(RandomGenerator random) {
        return pick(random, "*", "*", "*", "*/2", "1", "30,31", "10-20");
    }

    private static String month(RandomGenerator random) {
        return pick(random, "*", "*", "*", "3,4", "10-12");
    }

    private static String weekday(RandomGenerator random) {
        return pick(random, "*", "*", "*", "0", "7", "1-5", "6");
    }

    @SafeVarargs
    private static <T> T pick(RandomGenerator random, T... some) {
        return some[random.nextInt(some.length)];
    }
}
