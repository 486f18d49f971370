/// Commands about what starts runs by itself.
@NullMarked
package dev.waybill.app.command.trigger;

import org.jspecify.annotations.NullMarked;
