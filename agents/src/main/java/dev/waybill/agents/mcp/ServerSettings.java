package dev.waybill.agents.mcp;

import dev.waybill.agents.mcp.McpTrouble.Kind;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One server, as the operator wrote it under `agents.mcp-servers`.
sealed interface ServerSettings {

    /// A program that speaks MCP over its standard streams.
    ///
    /// @param variables of its environment, besides the few that every program needs; values may be references
    /// @param folder where it runs; null for here
    record Program(
            List<String> command,
            Map<String, String> variables,
            @Nullable String folder) implements ServerSettings {}

    /// An address that speaks MCP over HTTP.
    ///
    /// @param headers values may be references
    record Address(URI url, Map<String, String> headers) implements ServerSettings {}

    /// @throws McpTrouble when it is neither
    static ServerSettings read(String name, JsonObject written) throws McpTrouble {
        boolean program = written.has("command");
        List<String> known = program ? List.of("command", "args", "env", "cwd") : List.of("url", "headers");
        for (String member : written.names()) {
            if (!known.contains(member)) {
                throw wrong(name, "has %s, found \"%s\"".formatted(String.join(", ", known), member));
            }
        }
        if (program == written.has("url")) {
            throw wrong(name, "has either command (a program) or url (an address)");
        }
        return program ? program(name, written) : address(name, written);
    }

    private static Program program(String name, JsonObject written) throws McpTrouble {
        List<String> command = new ArrayList<>();
        command.add(text(name, "command", written.get("command")));
        JsonValue args = written.get("args");
        if (args != null) {
            if (!(args instanceof JsonArray all)) {
                throw wrong(name, "has args as a list of texts");
            }
            for (JsonValue each : all) {
                command.add(text(name, "args", each));
            }
        }
        JsonValue folder = written.get("cwd");
        return new Program(command, texts(name, "env", written), folder == null ? null : text(name, "cwd", folder));
    }

    private static Address address(String name, JsonObject written) throws McpTrouble {
        String url = text(name, "url", written.get("url"));
        try {
            URI address = URI.create(url);
            if (address.getHost() != null
                    && address.getUserInfo() == null
                    && List.of("http", "https").contains(String.valueOf(address.getScheme()))) {
                return new Address(address, texts(name, "headers", written));
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw wrong(name, "has a url that begins with http:// or https:// and holds no password");
    }

    private static Map<String, String> texts(String name, String member, JsonObject written) throws McpTrouble {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonValue given = written.get(member);
        if (given != null) {
            if (!(given instanceof JsonObject all)) {
                throw wrong(name, "has %s as an object of texts".formatted(member));
            }
            for (Map.Entry<String, JsonValue> each : all.members().entrySet()) {
                texts.put(each.getKey(), text(name, member + "." + each.getKey(), each.getValue()));
            }
        }
        return texts;
    }

    private static String text(String name, String member, @Nullable JsonValue value) throws McpTrouble {
        if (value instanceof JsonString(var text)) {
            return text;
        }
        throw wrong(name, "has %s as a text".formatted(member));
    }

    private static McpTrouble wrong(String name, String what) {
        return new McpTrouble(
                Kind.MISCONFIGURED,
                "agents.mcp-servers.%s %s; `waybill config show` tells where it comes from".formatted(name, what));
    }

    /// The texts with what their references lead to.
    ///
    /// @throws McpTrouble when one leads nowhere; its message does not show what the others hold
    static Map<String, String> resolved(Map<String, String> texts, UnaryOperator<String> secret) throws McpTrouble {
        Map<String, String> resolved = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : texts.entrySet()) {
            try {
                resolved.put(each.getKey(), secret.apply(each.getValue()));
            } catch (RuntimeException e) {
                throw new McpTrouble(
                        Kind.MISCONFIGURED, "%s cannot be read: %s".formatted(each.getKey(), e.getMessage()), e);
            }
        }
        return resolved;
    }
}
