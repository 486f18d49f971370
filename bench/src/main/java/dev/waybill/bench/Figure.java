package dev.waybill.bench;

import java.util.Locale;

/// One line of the table.
///
/// @param what what was measured
/// @param subject Waybill's figure, with its unit
/// @param yardstick the figure that it is held against
/// @param ratio subject / yardstick
record Figure(String what, String subject, String yardstick, double ratio, Target target) {

    static final Target MOST_OF_IT = new Target.AtLeast(0.8);
    static final Target INFORMATIVE = new Target.None();

    static Figure of(String what, Duel duel, Target target) {
        return new Figure(what, perSecond(duel.subject()), perSecond(duel.yardstick()), duel.ratio(), target);
    }

    static String perSecond(double rate) {
        return String.format(Locale.ROOT, rate < 100 ? "%.2f/s" : "%,.0f/s", rate);
    }

    String verdict() {
        return target instanceof Target.None ? "" : target.isMet(ratio) ? "pass" : "MISS";
    }
}
