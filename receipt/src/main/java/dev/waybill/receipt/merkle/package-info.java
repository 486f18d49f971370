/// RFC 6962 trees: the sorted set that PEAC commits to, and the commit order that grows.
@NullMarked
package dev.waybill.receipt.merkle;

import org.jspecify.annotations.NullMarked;
