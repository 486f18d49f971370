package dev.waybill.agents.tool;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The tools that one agent may call, and no others, each under the name by which its model knows it.
public final class ToolSurface {

    private static final int LONGEST = 64;

    private final Map<String, Offer> offers = new LinkedHashMap<>();

    /// @param name as models may write it: letters, digits, `_` and `-`
    public record Offer(String name, ToolDescriptor tool, ToolSource source) {}

    /// One tool and nothing else.
    public static ToolSurface only(ToolDescriptor tool, ToolSource source) {
        ToolSurface surface = new ToolSurface();
        surface.add(tool, source);
        return surface;
    }

    void add(ToolDescriptor tool, ToolSource source) {
        String plain = tool.name().replaceAll("[^A-Za-z0-9_-]", "_");
        String name = plain.length() > LONGEST ? plain.substring(plain.length() - LONGEST) : plain;
        int more = 2;
        String free = name;
        while (offers.containsKey(free)) {
            String end = "_" + more++;
            free = name.substring(0, Math.min(name.length(), LONGEST - end.length())) + end;
        }
        offers.put(free, new Offer(free, tool, source));
    }

    /// What a model asks for, by the name that it was told or by the tool's id.
    Optional<Offer> find(String asked) {
        Offer offer = offers.get(asked);
        return offer != null
                ? Optional.of(offer)
                : offers.values().stream()
                        .filter(each -> each.tool().id().equals(asked))
                        .findFirst();
    }

    public Collection<Offer> offers() {
        return offers.values();
    }

    public int size() {
        return offers.size();
    }
}
