package dev.waybill.receipt.jws;

import java.util.Optional;

/// The two wire formats of PEAC receipts.
public enum Wire {
    /// Frozen; what the workflow specification describes. Claims in `ext`, identity in `rid`.
    V0_1("0.1", "peac-receipt/0.1", "ext", "rid"),
    /// Current; what PEAC tools read today. Claims in `extensions`, identity in `jti`.
    V0_2("0.2", "interaction-record+jwt", "extensions", "jti");

    private static final String V0_2_MEDIA_TYPE = "application/interaction-record+jwt";

    private final String label;
    private final String typ;
    private final String extensionsClaim;
    private final String idClaim;

    Wire(String label, String typ, String extensionsClaim, String idClaim) {
        this.label = label;
        this.typ = typ;
        this.extensionsClaim = extensionsClaim;
        this.idClaim = idClaim;
    }

    /// The wire that a header's typ names; the full media type of 0.2 counts as well.
    public static Optional<Wire> ofTyp(String typ) {
        return switch (typ) {
            case "peac-receipt/0.1" -> Optional.of(V0_1);
            case "interaction-record+jwt", V0_2_MEDIA_TYPE -> Optional.of(V0_2);
            default -> Optional.empty();
        };
    }

    /// `0.1` or `0.2`.
    public static Optional<Wire> ofLabel(String label) {
        return switch (label) {
            case "0.1" -> Optional.of(V0_1);
            case "0.2" -> Optional.of(V0_2);
            default -> Optional.empty();
        };
    }

    public String label() {
        return label;
    }

    public String typ() {
        return typ;
    }

    /// The claim that holds the extension groups.
    public String extensionsClaim() {
        return extensionsClaim;
    }

    /// The claim that names the receipt.
    public String idClaim() {
        return idClaim;
    }
}
