/// The small grammars that several claims share: URLs, times, characters. As loops over characters, because
/// they run for every receipt.
@NullMarked
package dev.waybill.receipt.grammar;

import org.jspecify.annotations.NullMarked;
