package dev.waybill.doors.rest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
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
        List<Found> matching = matching(path);
        if (matching.isEmpty()) {
            return Optional.empty();
        }
        for (Found found : matching) {
            if (found.route().method().equals(method)) {
                return Optional.of(found);
            }
        }
        throw wrongMethod(method, matching);
    }

    /// Those whose paths say most about this one.
    private List<Found> matching(List<String> path) {
        List<Found> matching = new ArrayList<>();
        int most = 0;
        for (Route route : routes) {
            Map<String, String> values = route.path().match(path).orElse(null);
            int weight = values == null ? -1 : route.path().weight();
            if (values == null || weight < most) {
                continue;
            }
            if (weight > most) {
                matching.clear();
                most = weight;
            }
            matching.add(new Found(route, values));
        }
        return matching;
    }

    private static RestRefusal wrongMethod(String found, List<Found> routes) {
        List<String> allowed =
                routes.stream().map(other -> other.route().method()).toList();
        return new RestRefusal(
                405,
                "method_not_allowed",
                "expected %s, found %s".formatted(String.join(" or ", allowed), found),
                JsonObject.of("allowed", JsonArray.ofStrings(allowed)));
    }
}
