package dev.waybill.bench;

import java.util.Locale;

/// What a ratio should be.
sealed interface Target {

    /// Whether the ratio is good enough; an informative figure always is.
    boolean isMet(double ratio);

    String text();

    record AtLeast(double bound) implements Target {
        @Override
        public boolean isMet(double ratio) {
            return ratio >= bound;
        }

        @Override
        public String text() {
            return String.format(Locale.ROOT, ">= %.2f", bound);
        }
    }

    record Below(double bound) implements Target {
        @Override
        public boolean isMet(double ratio) {
            return ratio < bound;
        }

        @Override
        public String text() {
            return String.format(Locale.ROOT, "< %.2f", bound);
        }
    }

    record None() implements Target {
        @Override
        public boolean isMet(double ratio) {
            return true;
        }

        @Override
        public String text() {
            return "";
        }
    }
}
