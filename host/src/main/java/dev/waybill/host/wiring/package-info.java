/// How a host is put together: what the command line and programs that embed one share. Whoever embeds a host needs
/// nothing of it; see the package above.
@NullMarked
package dev.waybill.host.wiring;

import org.jspecify.annotations.NullMarked;
