/// Events for those outside who asked for them: who they are, what they get, and how it arrives.
@NullMarked
package dev.waybill.runtime.webhook;

import org.jspecify.annotations.NullMarked;
