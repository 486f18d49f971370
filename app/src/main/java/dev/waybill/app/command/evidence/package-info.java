/// Evidence of several systems on the command line: write it, index it, ask it.
@NullMarked
package dev.waybill.app.command.evidence;

import org.jspecify.annotations.NullMarked;
