package dev.waybill.app.config;

import dev.waybill.base.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Everything that can be set. `docs/configuration.md` and `waybill config show` list exactly these rows.
///
/// What belongs to one call (`--follow`, `--out`) is no setting and has no row.
public final class Settings {

    private static final long MANY = 1_000_000;

    public static final Setting<Path> DATA = Setting.of("store.data", "WAYBILL_DATA", Kind.PATH, "The data directory")
            .otherwise("~/.local/share/waybill")
            .flag("--data", "DIR");
    public static final Setting<String> DB = Setting.of(
                    "store.db", "WAYBILL_DB", Kind.SECRET, "A PostgreSQL database instead of the data directory")
            .flag("--db", "URL");
    public static final Setting<String> SERVER = Setting.of(
                    "server.url", "WAYBILL_SERVER", Kind.TEXT, "Ask this host instead of a store")
            .flag("--server", "URL");
    public static final Setting<String> SERVER_KEY = Setting.of(
                    "server.key", "WAYBILL_API_KEY", Kind.SECRET, "The API key or token for --server")
            .flag("--api-key", "KEY");
    public static final Setting<Path> KEYS = Setting.of(
                    "keys.directory", "WAYBILL_KEYS", Kind.PATH, "Where your signing keys are")
            .otherwise("~/.local/share/waybill/keys");

    public static final Setting<Boolean> RECEIPTS = Setting.of(
                    "receipts.issue", "WAYBILL_RECEIPTS", Kind.SWITCH, "Sign for new runs")
            .usually("on")
            .flag("--no-receipts", "off", "Sign nothing");
    public static final Setting<String> SIGNING_KEY = Setting.of(
                    "receipts.key",
                    "WAYBILL_KEY",
                    Kind.TEXT,
                    "Sign with this private JWK: a path, file:PATH or env:VARIABLE")
            .otherwise("your own key")
            .flag("--key", "REF");
    public static final Setting<String> ISSUER = Setting.of("receipts.issuer", "WAYBILL_ISSUER", Kind.TEXT, "Who signs")
            .otherwise("a name made from the key")
            .flag("--issuer", "URL");
    public static final Setting<String> WIRE = Setting.of(
                    "receipts.wire", "WAYBILL_WIRE", Kind.oneOf("0.1", "0.2"), "Which receipts: 0.1 or 0.2")
            .usually("0.1")
            .flag("--wire", "VERSION");
    public static final Setting<Boolean> PSEUDONYMOUS = Setting.of(
                    "receipts.pseudonymous", "WAYBILL_PSEUDONYMOUS", Kind.SWITCH, "Use pseudonymous ids in receipts")
            .usually("off")
            .flag("--pseudonymous", "on", "Use pseudonymous ids in receipts");
    public static final Setting<Boolean> REDACTABLE = Setting.of(
                    "receipts.redactable",
                    "WAYBILL_REDACTABLE",
                    Kind.SWITCH,
                    "Sign parents so that they can be withheld later")
            .usually("off")
            .flag("--redactable", "on", "Sign parents so that they can be withheld later");

    public static final Setting<Boolean> ENVELOPE = Setting.of(
                    "evidence.envelope",
                    "WAYBILL_ENVELOPE",
                    Kind.SWITCH,
                    "Give the records of new runs an evidence envelope")
            .usually("on");
    public static final Setting<List<String>> EVIDENCE = Setting.of(
                    "evidence.folders",
                    "WAYBILL_EVIDENCE",
                    Kind.PATHS,
                    "Records of other systems that questions over HTTP are answered from, beside the caller's own runs")
            .otherwise("only the caller's own runs");
    public static final Setting<String> EVIDENCE_TENANT = Setting.of(
                    "evidence.tenant", "WAYBILL_EVIDENCE_TENANT", Kind.TEXT, "To whom these records are shown")
            .usually("local");
    public static final Setting<String> WITNESS_KEY = Setting.of(
            "anchor.witness-key", "WAYBILL_WITNESS_KEY", Kind.SECRET, "The API key for hosts that countersign");

    public static final Setting<List<String>> WORKFLOWS = Setting.of(
                    "workflows.folders", "WAYBILL_WORKFLOWS", Kind.PATHS, "Also look for workflows here")
            .otherwise("only ~/.config/waybill/workflows, then .waybill/workflows")
            .flag("--workflows", "DIR");
    public static final Setting<List<String>> LIMITS = Setting.of(
                    "limits.activities",
                    "WAYBILL_LIMITS",
                    Kind.TEXTS,
                    "Run at most N activities of a kind at once: KIND=N, such as model=8, or tenant=N for all those"
                            + " of one tenant")
            .flag("--limit", "KIND=N");
    public static final Setting<Long> DEPTH = Setting.of(
                    "limits.depth", "WAYBILL_MAX_DEPTH", Kind.number(1, MANY), "How deep sub-workflows may nest")
            .usually("16");
    public static final Setting<Long> FAMILY = Setting.of(
                    "limits.family",
                    "WAYBILL_MAX_FAMILY",
                    Kind.number(2, MANY),
                    "How many runs one run and its descendants may be")
            .usually("10000");

    public static final Setting<Long> TENANT_RUNS = Setting.of(
                    "limits.tenant-runs",
                    "WAYBILL_MAX_TENANT_RUNS",
                    Kind.number(1, MANY),
                    "How many runs of a tenant may be open when it starts another one")
            .otherwise("no limit");
    public static final Setting<Long> TENANT_STARTS = Setting.of(
                    "limits.tenant-starts",
                    "WAYBILL_MAX_TENANT_STARTS",
                    Kind.number(1, MANY),
                    "How many runs a tenant may start within a minute, in each process")
            .otherwise("no limit");
    public static final Setting<Long> AGENT_STEPS = Setting.of(
                    "limits.agent-steps",
                    "WAYBILL_MAX_AGENT_STEPS",
                    Kind.number(1, MANY),
                    "How often one call of an agent may ask its model, whatever its node asks for")
            .usually("1000");
    public static final Setting<Long> AGENT_TOOL_CALLS = Setting.of(
                    "limits.agent-tool-calls",
                    "WAYBILL_MAX_AGENT_TOOL_CALLS",
                    Kind.number(1, MANY),
                    "How many calls of tools one call of an agent may make")
            .usually("5000");
    public static final Setting<Long> AGENT_ANSWER = Setting.of(
                    "limits.agent-answer",
                    "WAYBILL_MAX_AGENT_ANSWER",
                    Kind.number(1, 1_000_000_000),
                    "How many characters one answer of an agent's model may have")
            .usually("4000000");

    public static final Setting<String> CONFIDENCE_FLOOR = Setting.of(
                    "limits.confidence-floor",
                    "WAYBILL_CONFIDENCE_FLOOR",
                    Kind.decimal("0.5", "1"),
                    "Decisions of supervisors whose confidence is below this wait for a person")
            .usually("0.5");
    public static final Setting<JsonObject> MODELS = Setting.of(
            "agents.models", "WAYBILL_MODELS", Kind.OBJECT, "Providers of models that runs may ask, by name");
    public static final Setting<List<String>> PACKS = Setting.of(
                    "agents.packs", "WAYBILL_PACKS", Kind.PATHS, "Also look for packs of agents here")
            .otherwise("only those that `waybill pack add` added");
    public static final Setting<List<String>> PARTS = Setting.of(
                    "agents.parts",
                    "WAYBILL_PARTS",
                    Kind.PATHS,
                    "Where optional parts of Waybill are, such as packs-js")
            .otherwise("beside the program");
    public static final Setting<JsonObject> TOOLS = Setting.of(
            "agents.tools", "WAYBILL_TOOLS", Kind.OBJECT, "Tools that agents may call, and who may call them");
    public static final Setting<JsonObject> MCP_SERVERS = Setting.of(
            "agents.mcp-servers", "WAYBILL_MCP_SERVERS", Kind.OBJECT, "MCP servers whose tools runs may call, by name");
    public static final Setting<JsonObject> REMOTE_AGENTS = Setting.of(
            "agents.remote",
            "WAYBILL_REMOTE_AGENTS",
            Kind.OBJECT,
            "Agents on other hosts that may be given work, by name");
    public static final Setting<JsonObject> PROGRAMS =
            Setting.of("agents.programs", "WAYBILL_PROGRAMS", Kind.OBJECT, "Programs that runs may start, by name");
    public static final Setting<JsonObject> SECRETS = Setting.of(
            "agents.secrets",
            "WAYBILL_SECRETS",
            Kind.OBJECT,
            "Secrets that workflows may use without knowing them, by name, each with the hosts it may go to and the tenants"
                    + " whose webhooks it proves");
    public static final Setting<List<String>> EGRESS = Setting.of(
                    "egress.allow",
                    "WAYBILL_EGRESS",
                    Kind.TEXTS,
                    "Hosts that a workflow may have us connect to, such as api.example.com or *.example.com")
            .otherwise("every public one");
    public static final Setting<Boolean> EGRESS_PRIVATE = Setting.of(
                    "egress.private",
                    "WAYBILL_EGRESS_PRIVATE",
                    Kind.SWITCH,
                    "Let workflows have us connect to this machine and its private networks")
            .usually("off");

    public static final Setting<Boolean> WEBHOOKS_PRIVATE = Setting.of(
                    "webhooks.private",
                    "OPENWOP_WEBHOOK_ALLOW_PRIVATE",
                    Kind.SWITCH,
                    "Let webhooks go to this machine and its private networks, and over http")
            .usually("off");

    public static final Setting<String> HOST = Setting.of("serve.host", "WAYBILL_HOST", Kind.TEXT, "Where to listen")
            .usually("127.0.0.1")
            .flag("--host", "HOST");
    public static final Setting<Long> PORT = Setting.of(
                    "serve.port", "WAYBILL_PORT", Kind.number(0, 65_535), "The port; 0 takes a free one")
            .usually("8080")
            .flag("--port", "PORT");
    public static final Setting<String> PUBLIC_URL = Setting.of(
                    "serve.public-url",
                    "WAYBILL_PUBLIC_URL",
                    Kind.TEXT,
                    "How other hosts reach this one, such as https://waybill.example")
            .otherwise("the address that it listens on")
            .flag("--public-url", "URL");
    public static final Setting<List<String>> ORIGINS = Setting.of(
                    "serve.origins",
                    "WAYBILL_ORIGINS",
                    Kind.TEXTS,
                    "A web page's origin that may call, such as https://waybill.example; repeat it for more")
            .flag("--origin", "URL");
    public static final Setting<Boolean> API_KEYS = Setting.of(
                    "serve.keys", "WAYBILL_SERVE_KEYS", Kind.SWITCH, "Ask callers for an API key")
            .otherwise("on, unless only this machine can call and there is no key")
            .flag("--no-keys", "off", "Need no API key; allowed only where nobody but this machine can call");

    public static final Setting<String> JWT_ISSUER =
            Setting.of("auth.jwt.issuer", "WAYBILL_JWT_ISSUER", Kind.TEXT, "Let in bearer tokens (JWT) of this issuer");
    public static final Setting<String> JWT_AUDIENCE =
            Setting.of("auth.jwt.audience", "WAYBILL_JWT_AUDIENCE", Kind.TEXT, "Whom such a token must be for");
    public static final Setting<String> JWT_KEYS = Setting.of(
            "auth.jwt.keys", "WAYBILL_JWT_KEYS", Kind.TEXT, "The issuer's keys (JWKS): a path or an https address");
    public static final Setting<List<String>> JWT_ALGORITHMS = Setting.of(
                    "auth.jwt.algorithms", "WAYBILL_JWT_ALGORITHMS", Kind.TEXTS, "How such a token may be signed")
            .usually("EdDSA,ES256,RS256");
    public static final Setting<Long> JWT_LEEWAY = Setting.of(
                    "auth.jwt.leeway",
                    "WAYBILL_JWT_LEEWAY",
                    Kind.number(0, 600),
                    "How many seconds the issuer's clock may be off")
            .usually("60");
    public static final Setting<String> JWT_TENANT = Setting.of(
                    "auth.jwt.tenant", "WAYBILL_JWT_TENANT", Kind.TEXT, "To whom all its callers belong")
            .otherwise("the tenant that the token names");
    public static final Setting<String> JWT_TENANT_CLAIM = Setting.of(
                    "auth.jwt.tenant-claim",
                    "WAYBILL_JWT_TENANT_CLAIM",
                    Kind.TEXT,
                    "Where a token names its tenant: a claim, or a path with dots")
            .usually("tenant");
    public static final Setting<String> JWT_PRINCIPAL_CLAIM = Setting.of(
                    "auth.jwt.principal-claim",
                    "WAYBILL_JWT_PRINCIPAL_CLAIM",
                    Kind.TEXT,
                    "Where a token names the person or program")
            .usually("sub");
    public static final Setting<String> JWT_SCOPES_CLAIM = Setting.of(
                    "auth.jwt.scopes-claim",
                    "WAYBILL_JWT_SCOPES_CLAIM",
                    Kind.TEXT,
                    "Where a token lists its scopes: a text or an array")
            .usually("scope");

    public static final Setting<String> LOG_FORMAT = Setting.of(
                    "log.format", "WAYBILL_LOG_FORMAT", Kind.oneOf("text", "json"), "How log lines look: text or json")
            .usually("text")
            .flag("--log-format", "FORMAT");
    public static final Setting<String> LOG_LEVEL = Setting.of(
                    "log.level",
                    "WAYBILL_LOG_LEVEL",
                    Kind.oneOf("error", "warn", "info", "debug"),
                    "What is logged: error, warn, info (also how runs begin and end) or debug (also every event)")
            .usually("warn")
            .flag("--log-level", "LEVEL");
    public static final Setting<String> TELEMETRY = Setting.of(
            "telemetry.endpoint",
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            Kind.TEXT,
            "Send traces and metrics there, by OTLP over HTTP, such as http://localhost:4318");
    public static final Setting<String> TELEMETRY_HEADERS = Setting.of(
            "telemetry.headers",
            "OTEL_EXPORTER_OTLP_HEADERS",
            Kind.SECRET,
            "Headers to send with them: NAME=VALUE, separated by commas");
    public static final Setting<String> TELEMETRY_SERVICE = Setting.of(
                    "telemetry.service", "OTEL_SERVICE_NAME", Kind.TEXT, "What they call this service")
            .usually("waybill");
    public static final Setting<Long> TELEMETRY_INTERVAL = Setting.of(
                    "telemetry.interval",
                    "OTEL_METRIC_EXPORT_INTERVAL",
                    Kind.number(100, MANY),
                    "Milliseconds between two exports of metrics")
            .usually("60000");

    public static final Setting<Boolean> STRICT =
            guided("strict", "A repeated pair of tokens always gets its first answer; nothing branches by itself");
    public static final Setting<Boolean> RESUME =
            guided("resume", "Offer workflow_resume: a fresh acknowledgement for an old stateToken");
    public static final Setting<Boolean> FIND =
            guided("find", "Offer workflow_find: open runs for an agent that lost its chat; implies --resume");
    public static final Setting<Boolean> CHECKPOINT =
            guided("checkpoint", "Offer workflow_checkpoint: notes in the middle of a step");
    public static final Setting<String> FORM = Setting.of(
                    "mcp.form",
                    "WAYBILL_MCP_FORM",
                    Kind.oneOf("json", "markdown"),
                    "The form of the tools' answers: json (structuredContent, and the same as text) or markdown")
            .usually("json")
            .flag(
                    "--markdown",
                    "markdown",
                    "Answer in Markdown, for agents: the prompt as text, the rest as JSON below");
    public static final Setting<Boolean> STRUCTURED =
            guided("structured", "The same as mcp.form=json, which is the default; kept for earlier configurations");

    /// All of them, in the order in which people read them.
    public static final List<Setting<?>> ALL = List.of(
            DATA,
            DB,
            SERVER,
            SERVER_KEY,
            KEYS,
            RECEIPTS,
            SIGNING_KEY,
            ISSUER,
            WIRE,
            PSEUDONYMOUS,
            REDACTABLE,
            ENVELOPE,
            EVIDENCE,
            EVIDENCE_TENANT,
            WITNESS_KEY,
            WORKFLOWS,
            LIMITS,
            DEPTH,
            FAMILY,
            TENANT_RUNS,
            TENANT_STARTS,
            AGENT_STEPS,
            AGENT_TOOL_CALLS,
            AGENT_ANSWER,
            CONFIDENCE_FLOOR,
            MODELS,
            PACKS,
            PARTS,
            TOOLS,
            MCP_SERVERS,
            REMOTE_AGENTS,
            PROGRAMS,
            SECRETS,
            EGRESS,
            EGRESS_PRIVATE,
            WEBHOOKS_PRIVATE,
            HOST,
            PORT,
            PUBLIC_URL,
            ORIGINS,
            API_KEYS,
            JWT_ISSUER,
            JWT_AUDIENCE,
            JWT_KEYS,
            JWT_ALGORITHMS,
            JWT_LEEWAY,
            JWT_TENANT,
            JWT_TENANT_CLAIM,
            JWT_PRINCIPAL_CLAIM,
            JWT_SCOPES_CLAIM,
            LOG_FORMAT,
            LOG_LEVEL,
            TELEMETRY,
            TELEMETRY_HEADERS,
            TELEMETRY_SERVICE,
            TELEMETRY_INTERVAL,
            STRICT,
            RESUME,
            FIND,
            CHECKPOINT,
            FORM,
            STRUCTURED);

    private Settings() {}

    private static Setting<Boolean> guided(String name, String what) {
        return Setting.of("mcp." + name, "WAYBILL_MCP_" + name.toUpperCase(Locale.ROOT), Kind.SWITCH, what)
                .usually("off")
                .flag("--" + name, "on", what);
    }
}
