package dev.waybill.receipt.bundle;

/// What can be wrong with a zip file before anybody looks at its content. The names are stable.
public enum ArchiveFault {
    ZIP_TRUNCATED("Get the file again: its end is missing, or it is not a zip file."),
    ZIP_DAMAGED("Get the file again: its parts contradict each other."),
    ZIP_UNSUPPORTED("Write the archive without encryption, in one part, stored or deflated."),
    ZIP_TOO_LARGE("Do not open this archive: it expands to far more than evidence would."),
    ZIP_UNSAFE_PATH("Do not unpack this archive: it names files outside itself."),
    ZIP_DUPLICATE_NAME("Ask for an archive in which every file appears once."),
    ZIP_OVERLAP("Do not open this archive: two of its files share bytes."),
    ZIP_NOT_A_FILE("Ask for an archive of plain files, without folders and links.");

    private final String next;

    ArchiveFault(String next) {
        this.next = next;
    }

    /// What the reader can do about it.
    public String next() {
        return next;
    }
}
