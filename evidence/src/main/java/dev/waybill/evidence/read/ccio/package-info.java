/// What is known of CCIO in public: decisions, episodes that it exports for Quintet's Loom, and CCOI envelopes.
@NullMarked
package dev.waybill.evidence.read.ccio;

import org.jspecify.annotations.NullMarked;
