/// `waybill merkle`: roots and proofs as files.
@NullMarked
package dev.waybill.app.command.merkle;

import org.jspecify.annotations.NullMarked;
