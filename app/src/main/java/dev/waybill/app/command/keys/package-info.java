/// `waybill keys`: the signing keys of this user.
@NullMarked
package dev.waybill.app.command.keys;

import org.jspecify.annotations.NullMarked;
