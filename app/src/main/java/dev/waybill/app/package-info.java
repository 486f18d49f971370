/// The door for people: `Main` reads a command line, `Commands` lists what it can say. Logic lives in
/// the other rooms; here it is only composed and shown.
@NullMarked
package dev.waybill.app;

import org.jspecify.annotations.NullMarked;
