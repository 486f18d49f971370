package dev.waybill.doors.rest;

import dev.waybill.journal.store.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One operation as data: routing, permission and the OpenAPI document all read it here.
///
/// @param path without a version; `/v1` stands before it, or the header `OpenWOP-Version` says it
/// @param operation the name in OpenAPI, and of its idempotency keys
/// @param scopes what a caller needs, all of them; none where anybody may call, without a key
/// @param query the parameters behind the question mark, each with what it means
/// @param headers those that it heeds beside the body, each with what it means
/// @param takes the schema of the body; null for none
/// @param gives the schema of each status, empty for a body without one
/// @param keyed whether an `Idempotency-Key` is honoured
public record Route(
        String method,
        PathTemplate path,
        String operation,
        List<Scope> scopes,
        String summary,
        Map<String, String> query,
        Map<String, String> headers,
        @Nullable String takes,
        Map<Integer, String> gives,
        boolean keyed,
        Handler handler) {

    private static final String WELL_KNOWN = "/.well-known/";

    public static Builder get(String path, String operation, Scope scope, String summary) {
        return new Builder("GET", path, operation, List.of(scope), summary);
    }

    public static Builder post(String path, String operation, Scope scope, String summary) {
        return new Builder("POST", path, operation, List.of(scope), summary);
    }

    public static Builder put(String path, String operation, Scope scope, String summary) {
        return new Builder("PUT", path, operation, List.of(scope), summary);
    }

    public static Builder delete(String path, String operation, Scope scope, String summary) {
        return new Builder("DELETE", path, operation, List.of(scope), summary);
    }

    /// An operation that needs no key: it stands before the gate, so there is no caller.
    public static Builder open(String method, String path, String operation, String summary) {
        return new Builder(method, path, operation, List.of(), summary);
    }

    /// Whether anybody may call, without a key.
    public boolean isOpen() {
        return scopes.isEmpty();
    }

    /// Whether the path is the same in every version of the protocol.
    public boolean isUnversioned() {
        return path.toString().startsWith(WELL_KNOWN);
    }

    /// The path as a client of version 1 writes it.
    public String firstPath() {
        return isUnversioned() ? path.toString() : "/v1" + path;
    }

    public List<Integer> statuses() {
        return new ArrayList<>(gives.keySet());
    }

    /// Says the rest of an operation.
    public static final class Builder {

        private final String method;
        private final String path;
        private final String operation;
        private final List<Scope> scopes;
        private final String summary;
        private final Map<String, String> query = new LinkedHashMap<>();
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<Integer, String> gives = new LinkedHashMap<>();
        private @Nullable String takes;
        private boolean keyed;

        private Builder(String method, String path, String operation, List<Scope> scopes, String summary) {
            this.method = method;
            this.path = path;
            this.operation = operation;
            this.scopes = new ArrayList<>(scopes);
            this.summary = summary;
        }

        /// Another scope that a caller needs.
        public Builder also(Scope scope) {
            scopes.add(scope);
            return this;
        }

        public Builder query(String name, String meaning) {
            query.put(name, meaning);
            return this;
        }

        public Builder header(String name, String meaning) {
            headers.put(name, meaning);
            return this;
        }

        public Builder takes(String schema) {
            takes = schema;
            return this;
        }

        public Builder gives(int status, String schema) {
            gives.put(status, schema);
            return this;
        }

        /// Statuses with a refusal.
        public Builder refuses(int... statuses) {
            for (int status : statuses) {
                gives.put(status, "Error");
            }
            return this;
        }

        public Builder keyed() {
            keyed = true;
            return this;
        }

        public Route by(Handler handler) {
            return new Route(
                    method,
                    new PathTemplate(path),
                    operation,
                    List.copyOf(scopes),
                    summary,
                    query,
                    headers,
                    takes,
                    gives,
                    keyed,
                    handler);
        }
    }
}
