package dev.waybill.evidence.read;

/// How far a file was read, so that what is appended later can be read from there.
///
/// @param offset the end of the last whole line
/// @param line the number of the next one
/// @param state what the reader must remember of the lines before, such as where a chain of hashes stands
public record Bookmark(long offset, long line, String state) {

    /// Nothing was read yet.
    public static final Bookmark START = new Bookmark(0, 1, "");

    public Bookmark with(String remembered) {
        return new Bookmark(offset, line, remembered);
    }
}
