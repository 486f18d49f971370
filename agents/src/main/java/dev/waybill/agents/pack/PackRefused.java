package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.refusal.Kind;
import dev.waybill.base.refusal.Refusal;
import dev.waybill.base.refusal.Refusing;
import java.util.List;

/// A pack that this host does not take.
public final class PackRefused extends RuntimeException implements Refusing {

    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    private PackRefused(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    static PackRefused invalid(String where, List<PackProblem> problems) {
        return new PackRefused(new Refusal(
                Kind.INVALID,
                "pack_invalid",
                "%s is no pack that this host can use: %s".formatted(where, problems.getFirst()),
                problems.size() == 1 ? null : "Fix this and the %d others.".formatted(problems.size() - 1),
                JsonObject.of(
                        "problems",
                        JsonArray.ofStrings(
                                problems.stream().map(PackProblem::toString).toList()))));
    }

    static PackRefused missing(Pack pack, String capability) {
        return new PackRefused(new Refusal(
                Kind.UNFIT,
                "pack_peer_dependency_missing",
                "%s needs %s, which this host does not have".formatted(pack.name(), capability),
                "Add it to a host that has it, or ask the pack's author to make it optional.",
                JsonObject.of("requiredCapability", capability)));
    }

    static PackRefused changed(String name, String expected, String found) {
        return new PackRefused(new Refusal(
                Kind.DAMAGED,
                "pack_changed",
                "the files of %s are not those that you added: expected %s, found %s".formatted(name, expected, found),
                "If you changed them yourself, add the pack again: waybill pack add PATH"));
    }

    static PackRefused unsigned(String name, String why) {
        return new PackRefused(new Refusal(
                Kind.DAMAGED,
                "pack_signature_invalid",
                "%s is not signed by this key: %s".formatted(name, why),
                "Get the pack from its author again, or name the key that its author gave you."));
    }

    static PackRefused unknown(String name, List<String> known) {
        return new PackRefused(new Refusal(
                Kind.NOT_FOUND,
                "pack_not_found",
                "no pack is called \"%s\" here".formatted(name),
                known.isEmpty() ? "You have added none." : "You have added: " + String.join(", ", known) + "."));
    }

    @Override
    public Refusal refusal() {
        return refusal;
    }
}
