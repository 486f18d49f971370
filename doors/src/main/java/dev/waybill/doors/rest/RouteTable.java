package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All operations of a host.
public final class RouteTable {

    private final List<Route> routes;

    /// @throws IllegalArgumentException when two routes cannot be told apart
    public RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
        Set<String> seen = new LinkedHashSet<>();
        for (Route route : routes) {
            if (!seen.add(route.method() + " " + route.path()) || !seen.add(route.operation())) {
                throw new IllegalArgumentException(
                        "two routes are called " + route.operation() + " or " + route.path());
            }
        }
    }

    public List<Route> routes() {
        return routes;
    }

    /// A route with what its path says.
    record Found(Route route, Map<String, String> values) {}

    /// @return empty when no operation has this path
    /// @throws RestRefusal when the path has other methods only
    Optional<Found> find(String method, List<String> path) {
        Map<Route, Map<String, String>> matching = matching(path);
        int most = matching.keySet().stream()
                .mapToInt(route -> route.path().weight())
                .max()
                .orElse(0);
        matching.keySet().removeIf(route -> route.path().weight() < most);
        if (matching.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(matching.entrySet().stream()
                .filter(entry -> entry.getKey().method().equals(method))
                .findFirst()
                .map(entry -> new Found(entry.getKey(), entry.getValue()))
                .orElseThrow(() -> wrongMethod(method, matching.keySet())));
    }

    private Map<Route, Map<String, String>> matching(List<String> path) {
        Map<Route, Map<String, String>> matching = new LinkedHashMap<>();
        for (Route route : routes) {
            route.path().match(path).ifPresent(values -> matching.put(route, values));
        }
        return matching;
    }

    private static RestRefusal wrongMethod(String found, Set<Route> routes) {
        List<String> allowed = routes.stream().map(Route::method).toList();
        return new RestRefusal(
                405,
                "method_not_allowed",
                "expected %s, found %s".formatted(String.join(" or ", allowed), found),
                JsonObject.of("allowed", JsonArray.ofStrings(allowed)));
    }
}
