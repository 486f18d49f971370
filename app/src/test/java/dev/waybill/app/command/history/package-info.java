@NullMarked
package dev.waybill.app.command.history;

import org.jspecify.annotations.NullMarked;
