package dev.waybill.app.command.evidence;

/// What the help of every question says.
final class QuestionHelp {

    static final String EXIT =
            "Exit 0: answered. Exit 1: gaps, conflict or not found. Exit 2: a record on the path is broken.";

    private QuestionHelp() {}
}
