package dev.waybill.agents.mcp;

import dev.waybill.engine.node.NodeResult;
import dev.waybill.journal.event.RunError;

/// Why a server gave no answer.
final class McpTrouble extends Exception {

    private static final long serialVersionUID = 1;

    private final Kind kind;

    /// Three kinds, since three different things help: another server or another time, another request, more patience.
    enum Kind {
        /// It cannot be reached, or went away: the next attempt starts it again.
        UNAVAILABLE("mcp_server_unavailable", true),
        /// It took longer than it may.
        TIMEOUT("mcp_timeout", true),
        /// It understood, and says that the request is wrong.
        PROTOCOL("mcp_protocol_error", false),
        /// The same, about the arguments of a tool.
        ARGUMENTS("mcp_tool_invalid_args", false),
        /// It answered with more than it may.
        TOO_LARGE("mcp_answer_too_large", false),
        /// Nobody has configured such a server.
        UNKNOWN("mcp_server_not_registered", false),
        /// Its configuration cannot be used.
        MISCONFIGURED("mcp_server_misconfigured", false);

        private final String code;
        private final boolean retryable;

        Kind(String code, boolean retryable) {
            this.code = code;
            this.retryable = retryable;
        }
    }

    McpTrouble(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    McpTrouble(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }

    /// Whether the server itself is in order: it answered, if with a no.
    boolean isAnswer() {
        return kind == Kind.PROTOCOL || kind == Kind.ARGUMENTS;
    }

    RunError error() {
        String message = String.valueOf(getMessage());
        return kind.retryable ? RunError.retryable(kind.code, message) : RunError.of(kind.code, message);
    }

    NodeResult result() {
        return new NodeResult.Failed(error());
    }
}
