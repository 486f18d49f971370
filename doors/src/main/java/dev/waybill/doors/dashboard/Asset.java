package dev.waybill.doors.dashboard;

import dev.waybill.base.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// A file of a page, as it is sent.
///
/// @param tag changes with the content, for `If-None-Match`
/// @param packed the same bytes, compressed once for everybody
@SuppressWarnings("ArrayRecordComponent") // nobody compares them; they are written as they are
record Asset(String type, byte[] plain, byte[] packed, String tag) {

    static Asset of(String name, byte[] bytes) {
        return new Asset(
                type(name), bytes, pack(bytes), '"' + Digest.of(bytes).hex().substring(0, 32) + '"');
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> "application/octet-stream";
        };
    }

    private static byte[] pack(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
