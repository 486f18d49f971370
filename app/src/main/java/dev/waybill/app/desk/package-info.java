/// The runs that a command is about, wherever they are: in a store that this process opens, or at a host that it calls.
/// Commands ask a [Desk] and never which of the two it is.
@NullMarked
package dev.waybill.app.desk;

import org.jspecify.annotations.NullMarked;
