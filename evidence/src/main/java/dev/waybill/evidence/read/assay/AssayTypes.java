package dev.waybill.evidence.read.assay;

import dev.waybill.base.Words;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Which receipt types Assay lets into a pack, and how the types of the Evidence Wire Protocol are written there.
///
/// Assay calls a pack with a flat `POLICY_APPLY` tampered, so such a type goes in as `ewp.policy_apply/v0` and comes
/// out as it was.
public final class AssayTypes {

    private static final List<String> FLAT =
            Words.of("ai_workflow capability_use challenge decision_v1 governance_posture_snapshot "
                    + "grace_check guardian_check guardian_verdict mcp_tool_call model_call refusal "
                    + "revocation session_metadata supersession");
    private static final Pattern DOTTED = Pattern.compile("[a-z0-9_]+(\\.[a-z0-9_]+)+(/[a-z0-9_]+)?");
    private static final Pattern REGISTRY = Pattern.compile("[A-Z][A-Z0-9_]*");
    private static final Pattern ALIAS = Pattern.compile("ewp\\.[a-z][a-z0-9_]*/v0");
    private static final String RESERVED = "loom.";
    private static final String ALIAS_START = "ewp.";
    private static final String ALIAS_END = "/v0";

    private AssayTypes() {}

    /// Whether `assay verify-pack` lets this type pass.
    public static boolean allowed(String type) {
        return FLAT.contains(type) || (DOTTED.matcher(type).matches() && !type.startsWith(RESERVED));
    }

    /// Whether the type is a flat upper-case name, as in the registry of the protocol.
    public static boolean isRegistryName(String type) {
        return REGISTRY.matcher(type).matches();
    }

    public static boolean isAlias(String type) {
        return ALIAS.matcher(type).matches();
    }

    /// The name under which a registry type goes into a pack.
    public static String alias(String registryName) {
        return ALIAS_START + registryName.toLowerCase(Locale.ROOT) + ALIAS_END;
    }

    /// The type that an alias stands for; every other type stands for itself.
    public static String meaning(String type) {
        return isAlias(type)
                ? type.substring(ALIAS_START.length(), type.length() - ALIAS_END.length())
                        .toUpperCase(Locale.ROOT)
                : type;
    }

    /// For messages: what would have been allowed.
    static String expected() {
        return "one of " + String.join(", ", FLAT) + ", or a dotted name such as ewp.policy_apply/v0";
    }
}
