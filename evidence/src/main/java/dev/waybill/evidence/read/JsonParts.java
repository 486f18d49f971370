package dev.waybill.evidence.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A document that is one JSON object with a long array in it, read in parts: the items one by one, and the rest, in
/// which the array is empty. The whole is never held.
///
/// Only strings and brackets are looked at. Whether the parts are JSON is for who reads them to say, and a document
/// whose parts all are, is.
public final class JsonParts {

    /// Takes the items, one after the other.
    public interface Items {
        void item(byte[] json) throws IOException;
    }

    private static final int BUFFER = 1 << 16;

    private final String array;
    private final Items items;
    private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
    private final ByteArrayOutputStream item = new ByteArrayOutputStream();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean isNameDue;
    private boolean isName;
    private boolean isArrayDue;
    private boolean inArray;
    private boolean hasItems;

    private JsonParts(String array, Items items) {
        this.array = array;
        this.items = items;
    }

    /// @param array the member of the root whose items are given
    /// @return the document without them
    public static byte[] read(InputStream in, String array, Items items) throws IOException {
        JsonParts parts = new JsonParts(array, items);
        byte[] buffer = new byte[BUFFER];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            for (int i = 0; i < length; i++) {
                parts.take(buffer[i]);
            }
        }
        return parts.rest.toByteArray();
    }

    private void take(byte b) throws IOException {
        if (inString) {
            string(b);
            keep(b);
        } else if (inArray && depth == 2 && (b == ',' || b == ']')) {
            endOfItem(b);
        } else {
            structure(b);
        }
    }

    private void string(byte b) {
        boolean ends = b == '"' && !escaped;
        escaped = b == '\\' && !escaped;
        inString = !ends;
        if (isName && !ends) {
            name.write(b);
        }
    }

    private void structure(byte b) throws IOException {
        switch (b) {
            case '"' -> begin();
            case '{', '[' -> depth++;
            // What closes nothing stays in its item, which nobody can read then.
            case '}', ']' -> depth -= inArray && depth == 2 ? 0 : 1;
            default -> {}
        }
        keep(b);
        if (!inArray && depth <= 2) {
            lookForArray(b);
        }
    }

    private void begin() {
        inString = true;
        isName = depth == 1 && isNameDue;
        isNameDue = false;
        if (isName) {
            name.reset();
        }
    }

    private void lookForArray(byte b) {
        if (isArrayDue && !isBlank(b)) {
            inArray = b == '[';
            isArrayDue = false;
        }
        if (depth == 1) {
            isNameDue |= b == ',' || b == '{';
            isArrayDue |= b == ':' && name.toString(StandardCharsets.UTF_8).equals(array);
        }
    }

    private void endOfItem(byte b) throws IOException {
        boolean isEmptyArray = b == ']' && !hasItems && isBlank(item.toByteArray());
        if (!isEmptyArray) {
            items.item(item.toByteArray());
        }
        item.reset();
        hasItems = b == ',';
        if (b == ']') {
            inArray = false;
            depth = 1;
            keep(b);
        }
    }

    private void keep(byte b) throws IOException {
        ByteArrayOutputStream part = inArray ? item : rest;
        part.write(b);
        if (part.size() > JsonFile.LARGEST) {
            throw new IOException("expected parts of at most " + JsonFile.LARGEST + " bytes, found a larger one");
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static boolean isBlank(byte[] bytes) {
        for (byte b : bytes) {
            if (!isBlank(b)) {
                return false;
            }
        }
        return true;
    }
}
