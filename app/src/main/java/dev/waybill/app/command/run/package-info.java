/// Commands that start runs, show them, answer their questions and steer them.
@NullMarked
package dev.waybill.app.command.run;

import org.jspecify.annotations.NullMarked;
