/// Guided workflows through the command line, on a real store.
@NullMarked
package dev.waybill.app.command.guided;

import org.jspecify.annotations.NullMarked;
