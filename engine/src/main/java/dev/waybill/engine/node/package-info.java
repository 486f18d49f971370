/// Node types: what the engine runs itself, and the door through which users bring their own.
@NullMarked
package dev.waybill.engine.node;

import org.jspecify.annotations.NullMarked;
