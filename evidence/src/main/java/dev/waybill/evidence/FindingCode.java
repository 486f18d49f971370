package dev.waybill.evidence;

/// What can be wrong with evidence. The names are stable.
public enum FindingCode {
    UNREADABLE_FILE(Severity.ERROR, "Check the file, or leave it out."),
    UNREADABLE_LINE(Severity.ERROR, "Check the line; a half-written last line is finished by its writer."),
    UNKNOWN_FILE(Severity.INFO, "No reader knows this file; it was passed over."),
    PASSED_OVER(Severity.WARNING, "Name what it leads to if that is evidence; it was not opened."),

    TOOL_MISSING(Severity.WARNING, "Install the program and ask again; what it would show was not checked."),
    TIME_WITHOUT_ZONE(Severity.INFO, "Ask the writer for the zone; the times were read as UTC."),

    EWP_VERSION_MISSING(Severity.WARNING, "Ask the writer for _ewp_version: it is required beside any _ewp_* member."),
    EWP_VERSION_UNKNOWN(Severity.WARNING, "The members are kept as they are; this version reads \"0\"."),

    EWP_MEMBER_INVALID(Severity.WARNING, "Ask the writer: the member is kept as it is, and not understood."),

    HASH_MISMATCH(Severity.BROKEN, "Do not rely on this record: it is not what its writer hashed."),
    CHAIN_BROKEN(Severity.BROKEN, "Ask the writer for the record that belongs between these two."),
    SEQUENCE_GAP(Severity.BROKEN, "Ask the writer for the records with the missing numbers."),
    SEQUENCE_DISORDER(Severity.BROKEN, "Ask the writer: the numbers of a store rise, none twice and none left out."),
    SIGNATURE_INVALID(Severity.BROKEN, "Do not rely on this record: its signature does not hold."),
    HISTORY_OVERRIDDEN(Severity.WARNING, "Ask the owner why; the commits were read as their hashes say, without it."),
    INCOMPLETE(Severity.WARNING, "Ask the writer for what is missing; what is here holds."),
    WITNESS_MISSING(Severity.WARNING, "Ask for the witness that the commit names; its signature cannot be checked."),
    PATCH_NOT_COVERED(Severity.WARNING, "Ask for the commits before the squash: their witnesses cover their patches."),
    TAMPERED(Severity.BROKEN, "Do not rely on this pack; ask its writer for it again."),
    PACK_INVALID(Severity.ERROR, "Hashes and signature hold; ask the writer for a pack that keeps Assay's rules."),
    SIGNER_UNTRUSTED(
            Severity.ERROR, "Ask the writer whose key this is, and add it to the file of --trust if you agree."),
    SIGNER_MISSING(Severity.ERROR, "Ask the writer for a signed pack, or leave out --trust."),

    CYCLE(Severity.ERROR, "Ask the writers for the true parents of these records."),
    SELF_PARENT(Severity.ERROR, "Ask the writer for the true parents of this record."),
    ORPHAN(Severity.ERROR, "Add the file that holds the parent, or ask for it."),
    WRONG_PREFIX(Severity.ERROR, "Ask the writer: the id exists, in another system than the reference says."),
    DUPLICATE_ID(Severity.ERROR, "Ask the writer which of the two records is the true one."),
    CHILD_BEFORE_PARENT(Severity.WARNING, "Compare the clocks of the two systems."),
    FOREIGN_CORRELATION(Severity.ERROR, "Ask the writer: a correlation id is propagated, never changed on the way."),
    AMBIGUOUS_PARENT(Severity.WARNING, "Several stores hold a record with this id; the reference names none of them."),
    EXTERNAL(Severity.INFO, "The parent is known and belongs to another chain.");

    /// From least to worst.
    public enum Severity {
        INFO,
        WARNING,
        ERROR,
        BROKEN
    }

    private final Severity severity;
    private final String next;

    FindingCode(Severity severity, String next) {
        this.severity = severity;
        this.next = next;
    }

    public Severity severity() {
        return severity;
    }

    /// What to do about it.
    public String next() {
        return next;
    }
}
