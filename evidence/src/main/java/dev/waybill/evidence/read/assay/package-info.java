/// What Assay writes: its store of receipts, signed proof packs, and evidence zips with a Merkle root.
@NullMarked
package dev.waybill.evidence.read.assay;

import org.jspecify.annotations.NullMarked;
