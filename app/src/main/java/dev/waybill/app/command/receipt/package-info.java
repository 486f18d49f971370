/// `waybill receipt`: one receipt, or one a line.
@NullMarked
package dev.waybill.app.command.receipt;

import org.jspecify.annotations.NullMarked;
