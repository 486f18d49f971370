package dev.waybill.doors.rest;

/// What a caller wrote, as a message repeats it.
final class Texts {

    private static final int MOST = 64;

    private Texts() {}

    static String shortened(String text) {
        String line = text.codePoints()
                .map(point -> Character.isISOControl(point) ? '\uFFFD' : point)
                .limit(MOST)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return "\"" + line + (text.length() > line.length() ? "…" : "") + "\"";
    }
}
