/// `waybill memory`: what agents remember, for people.
@NullMarked
package dev.waybill.app.command.memory;

import org.jspecify.annotations.NullMarked;
