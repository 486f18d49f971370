package dev.waybill.doors.jwt;

/// A token that is not let in, and why. The reason names a rule and never quotes the token.
final class JwtRefused extends Exception {

    private static final long serialVersionUID = 1L;

    JwtRefused(String why) {
        super(why, null, false, false);
    }
}
