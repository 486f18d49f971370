@NullMarked
package dev.waybill.app.command.evidence;

import org.jspecify.annotations.NullMarked;
