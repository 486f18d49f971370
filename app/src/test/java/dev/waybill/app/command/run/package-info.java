/// Runs through the command line, on a real store.
@NullMarked
package dev.waybill.app.command.run;

import org.jspecify.annotations.NullMarked;
