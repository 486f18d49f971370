/// One class for each command. A command parses its options, calls the room that does the work and shows
/// the answer; it throws `Failure` for what the user can put right.
@NullMarked
package dev.waybill.app.command;

import org.jspecify.annotations.NullMarked;
