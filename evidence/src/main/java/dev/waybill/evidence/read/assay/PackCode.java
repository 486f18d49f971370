package dev.waybill.evidence.read.assay;

/// Why a pack does not hold. The names are Assay's own, so that both tools can be compared; the last two are ours.
public enum PackCode {
    /// A file, the manifest or the attestation is not what was signed, or contradicts itself.
    E_MANIFEST_TAMPER,
    /// The manifest names a file outside the pack.
    E_PATH_ESCAPE,
    /// There are more or fewer receipts than were signed for.
    E_PACK_OMISSION_DETECTED,
    /// The signature is missing, not the detached one, or does not fit.
    E_PACK_SIG_INVALID,
    /// A time cannot be read, or lies more than a day ahead.
    E_TIMESTAMP_INVALID,
    /// A receipt lacks a required member, or has a type that Assay does not know.
    E_SCHEMA_UNKNOWN,
    /// A receipt has no canonical bytes.
    E_CANON_MISMATCH,
    /// Two receipts have one id.
    E_DUPLICATE_ID,
    /// The lines of a trace do not give its Merkle root.
    E_MERKLE_MISMATCH,
    /// The archive is damaged, unsafe or too large to be opened.
    E_ARCHIVE_REFUSED
}
