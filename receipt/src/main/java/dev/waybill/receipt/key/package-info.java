/// Ed25519 keys and signatures under the strict profile: key sets by issuer, JWK, thumbprints, rotation.
@NullMarked
package dev.waybill.receipt.key;

import org.jspecify.annotations.NullMarked;
