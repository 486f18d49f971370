package dev.waybill.agents.exec;

/// A program that may not, or cannot, be started.
final class BadProgram extends Exception {

    private static final long serialVersionUID = 1;

    /// The refusal of a name that nobody has, or that this tenant may not start. It lists no others: a program may be
    /// for
    /// some tenants only.
    static BadProgram unknown(String name) {
        return new BadProgram("no program is called \"%s\" in agents.programs".formatted(name));
    }

    BadProgram(String why) {
        super(why);
    }
}
