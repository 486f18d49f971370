package dev.waybill.doors.rest;

import java.io.IOException;

/// Answers one operation. What it cannot do it throws: [RestRefusal] for what only HTTP knows, and every exception that
/// knows its refusal.
@FunctionalInterface
public interface Handler {

    Answer answer(Call call) throws IOException, InterruptedException;
}
