package dev.waybill.agents.exec;

/// A program that may not, or cannot, be started.
final class BadProgram extends Exception {

    private static final long serialVersionUID = 1;

    BadProgram(String why) {
        super(why);
    }
}
