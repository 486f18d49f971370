package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.DefinitionCode;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionLimits;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Members;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The outputs that workflows may ask for by name: ours, and those that users add with files.
///
/// A file holds one contract, `{"ref", "kind", "schema", "example", "orderBy", "dedupeBy"}`, or several under
/// `contracts`.
public final class Contracts {

    public static final String LOOP_CONTROL = "wr.contracts.loop_control";
    public static final String ASSESSMENT = "wr.contracts.assessment";

    static final Contracts NONE = new Contracts(new LinkedHashMap<>());

    static final Pattern REF = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]*+");
    static final int LONGEST_REF = 256;
    private static final String RESERVED = "wr.contracts.";

    private final Map<String, OutputContract> byRef;

    private Contracts(Map<String, OutputContract> byRef) {
        this.byRef = Collections.unmodifiableMap(byRef);
    }

    /// What became of a file of contracts.
    ///
    /// @param contracts the registry with what was sound in the file
    /// @param errors what was not
    public record Added(Contracts contracts, List<DefinitionError> errors) {
        public Added {
            errors = List.copyOf(errors);
        }
    }

    /// The registry that we ship.
    public static Contracts bundled() {
        return Holder.BUNDLED;
    }

    private static final class Holder {
        private static final Contracts BUNDLED = load();

        private static Contracts load() {
            var findings = new Findings();
            Map<String, OutputContract> byRef = new LinkedHashMap<>();
            read(Bundled.document("contracts.json"), findings, byRef, false);
            if (findings.errorCount() > 0) {
                throw new IllegalStateException("our own contracts: " + findings.errors());
            }
            return new Contracts(byRef);
        }
    }

    public Optional<OutputContract> find(String ref) {
        return Optional.ofNullable(byRef.get(ref));
    }

    public Collection<String> refs() {
        return byRef.keySet();
    }

    public Collection<OutputContract> all() {
        return byRef.values();
    }

    /// This registry and a user's file; a name in the file replaces an earlier one, but never one of ours.
    public Added with(JsonObject file) {
        var findings = new Findings();
        Map<String, OutputContract> all = new LinkedHashMap<>(byRef);
        DefinitionLimits.check(file, findings);
        if (findings.errorCount() == 0) {
            read(file, findings, all, true);
        }
        return new Added(new Contracts(all), findings.errors());
    }

    private static void read(JsonObject file, Findings findings, Map<String, OutputContract> into, boolean fromUser) {
        var root = new Members(file, "", findings);
        if (file.has("contracts")) {
            root.objects("contracts", root.optionalArray("contracts"), it -> readOne(it, into, fromUser));
        } else {
            readOne(root, into, fromUser);
        }
    }

    /// Reads a contract with its name into a map.
    static void readOne(Members contract, Map<String, OutputContract> into, boolean fromUser) {
        contract.expectOnly(ContractReader.MEMBERS);
        String ref = contract.text("ref", LONGEST_REF, REF);
        if (fromUser && ref.startsWith(RESERVED)) {
            contract.findings()
                    .error(
                            contract.pointer("ref"),
                            DefinitionCode.WRONG_VALUE,
                            "names that begin with \"%s\" are ours, found \"%s\""
                                    .formatted(RESERVED, Members.shown(ref)),
                            "choose a name of your own, such as \"team.contracts.report\"");
        }
        OutputContract read = ContractReader.read(contract, ref, ref);
        if (read != null && contract.isSound()) {
            into.put(ref, read);
        }
    }
}
