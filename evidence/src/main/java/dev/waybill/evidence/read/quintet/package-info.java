/// What Quintet writes in public: receipts of policy changes.
@NullMarked
package dev.waybill.evidence.read.quintet;

import org.jspecify.annotations.NullMarked;
