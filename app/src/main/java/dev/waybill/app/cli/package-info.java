/// What every command needs: where to read, where to write, how to fail, which exit code to give.
/// Nothing here knows a single command.
@NullMarked
package dev.waybill.app.cli;

import org.jspecify.annotations.NullMarked;
