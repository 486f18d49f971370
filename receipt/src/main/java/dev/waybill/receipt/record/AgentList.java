package dev.waybill.receipt.record;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// How `agents_involved` names all agents of a workflow in at most 100 entries.
///
/// Up to 100 agents are listed by name. Of more, the first 99 are listed by name, in the order in which
/// they appeared, and the last entry is one `sha256:` digest for all the others: over the compact JSON
/// array of the `sha256:` digests of their names, sorted. Whoever has the receipts has the other names
/// and can check it.
public final class AgentList {

    private static final int MOST_ENTRIES = 100;

    private final Set<Digest> names = new HashSet<>();

    private AgentList() {}

    /// The entries for these agents, in their order.
    public static List<String> of(Collection<String> agents) {
        List<String> all = List.copyOf(agents);
        if (all.size() <= MOST_ENTRIES) {
            return all;
        }
        List<String> entries = new ArrayList<>(all.subList(0, MOST_ENTRIES - 1));
        List<String> others = all.subList(MOST_ENTRIES - 1, all.size());
        entries.add(together(others.stream().map(AgentList::digestOf).toList()).toString());
        return List.copyOf(entries);
    }

    /// A list that somebody wrote, for questions.
    public static AgentList reading(Collection<String> entries) {
        var list = new AgentList();
        for (String entry : entries) {
            list.names.add(digestOf(entry));
            Digest.tryParse(entry).ifPresent(list.names::add);
        }
        return list;
    }

    /// Whether an agent, given by the digest of its name, is listed by name or by that digest.
    public boolean names(Digest agent) {
        return names.contains(agent);
    }

    /// Whether one entry stands for exactly these agents together.
    public boolean holdsTogether(Collection<Digest> agents) {
        return names.contains(together(agents));
    }

    private static Digest together(Collection<Digest> agents) {
        List<String> sorted = agents.stream().map(Digest::toString).sorted().toList();
        return Digest.of(JsonWriter.compactBytes(JsonArray.ofStrings(sorted)));
    }

    private static Digest digestOf(String agent) {
        return Digest.of(agent.getBytes(StandardCharsets.UTF_8));
    }
}
