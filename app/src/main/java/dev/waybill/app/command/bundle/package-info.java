/// `waybill bundle`: one file with everything that a verifier needs.
@NullMarked
package dev.waybill.app.command.bundle;

import org.jspecify.annotations.NullMarked;
