package dev.waybill.packsjs;

import dev.waybill.base.json.JsonObject;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.PolyglotException.StackFrame;
import org.graalvm.polyglot.SourceSection;
import org.jspecify.annotations.Nullable;

/// What went wrong in a pack's code, with its place and without a trace.
final class Failures {

    private static final int LONGEST = 1_000;

    private Failures() {}

    static JsonObject of(String code, String message) {
        return JsonObject.builder()
                .put("type", "failed")
                .put("code", code)
                .put("message", cut(message))
                .build();
    }

    /// @param code what the pack calls it; empty when it has no name for it
    static JsonObject of(PolyglotException thrown, String code) {
        if (thrown.isResourceExhausted()) {
            return of("pack_limit_exceeded", "the code took more steps than it may");
        }
        if (thrown.isInternalError()) {
            return of("pack_code_failed", "the sandbox could not go on with this code");
        }
        JsonObject failure = of(
                code.isEmpty() ? "pack_code_failed" : code,
                thrown.getMessage() == null ? "no message" : thrown.getMessage());
        SourceSection place = place(thrown);
        return place == null
                ? failure
                : JsonObject.builder()
                        .put("type", "failed")
                        .put("code", failure.string("code").orElseThrow())
                        .put("message", failure.string("message").orElseThrow())
                        .put("file", Files.inPack(place.getSource().getPath()))
                        .put("line", place.getStartLine())
                        .build();
    }

    /// The innermost line of the pack; what lies inside of it is ours.
    private static @Nullable SourceSection place(PolyglotException thrown) {
        for (StackFrame frame : thrown.getPolyglotStackTrace()) {
            SourceSection section = frame.isGuestFrame() ? frame.getSourceLocation() : null;
            if (section != null && Files.isOfPack(section.getSource().getPath())) {
                return section;
            }
        }
        SourceSection syntax = thrown.getSourceLocation();
        return syntax != null && Files.isOfPack(syntax.getSource().getPath()) ? syntax : null;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
    }
}
