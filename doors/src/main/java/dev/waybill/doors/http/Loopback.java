package dev.waybill.doors.http;

import java.util.Locale;
import java.util.regex.Pattern;

/// The names under which a machine calls itself.
final class Loopback {

    private static final Pattern IPV4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private Loopback() {}

    /// Judged by its text alone: asking a name server would let somebody else decide.
    static boolean isName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.equals("::1")
                || name.equals("[::1]")
                || IPV4.matcher(name).matches();
    }
}
