package dev.waybill.app.command.run;

import dev.waybill.agents.live.AgentDefinitions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.KeyValues;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.desk.Server;
import dev.waybill.app.desk.ServerOptions;
import dev.waybill.app.host.ByOption;
import dev.waybill.app.host.HostOptions;
import dev.waybill.app.host.Hosts;
import dev.waybill.app.host.OpenHost;
import dev.waybill.app.host.Surroundings;
import dev.waybill.app.host.TenantOption;
import dev.waybill.app.host.VariableWords;
import dev.waybill.app.host.WorkflowFolders;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.engine.decide.RefusalCode;
import dev.waybill.engine.decide.Refused;
import dev.waybill.host.wiring.HostTrouble;
import dev.waybill.journal.RunId;
import dev.waybill.journal.RunStatus;
import dev.waybill.journal.store.StoredRun;
import dev.waybill.runtime.Caller;
import dev.waybill.runtime.DefinitionSource;
import dev.waybill.runtime.StartRequest;
import dev.waybill.runtime.catalog.Catalog;
import dev.waybill.view.text.SafeText;
import dev.waybill.workflow.InputNames;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `waybill run`: starts a workflow and stays with it until it rests.
public final class RunCommand extends ToldCommand {

    private static final String INPUTS = "a JSON object of inputs";

    private final Operand<String> file = takes(
            Operand.text("FILE|ID", "The workflow's definition, or - for standard input, or the id of a known one.")
                    .required("the file of a workflow, or - for standard input"));
    private final Option<List<String>> input = takes(Option.texts(
            "--input",
            "K=V",
            "An input; the declared type of the variable says how the value is read. May be repeated."));
    private final Option<String> inputs = takes(Option.text(
            "--inputs",
            "FILE|JSON",
            "A file with a JSON object of inputs, - for standard input, or the object itself."));
    private final Option<List<String>> config = takes(Option.texts(
            "--set-config",
            "K=V",
            "A setting of this run: recursionLimit, runTimeoutMs, or what the definition asks for."));
    private final Option<String> idempotencyKey = takes(Option.text(
            "--idempotency-key", "KEY", "Start at most one run for this key, however often the command is repeated."));
    private final Option<String> correlationId =
            takes(Option.text("--correlation-id", "ID", "The correlation id that ties this run to others."));
    private final Option<List<String>> envelope = takes(Option.texts(
            "--ewp", "NAME=VALUE", "A member of the evidence envelope: task_id=…, episode_id=…, policy_version=…."));
    private final TenantOption tenant = takes(new TenantOption("The tenant that the run belongs to (default: local)."));
    private final WorkflowFolders workflows = takes(new WorkflowFolders());
    private final ByOption by = takes(new ByOption("answers at the terminal"));
    private final Option<Boolean> detach =
            takes(Option.flag("--detach", "Only start it; 'waybill work' does the rest."));
    private final HostOptions options = takes(HostOptions.forNewRuns());
    private final ServerOptions server = takes(new ServerOptions());

    public RunCommand(Environment environment) {
        super(
                environment,
                "Run a workflow: durable, with a receipt for every step.",
                "Exit 0: completed. Exit 1: failed, cancelled, or waiting for an answer.",
                "Ctrl-C leaves the run as it is; 'waybill resume RUN' continues it.",
                "Workflows that this one calls are looked up by id: in its folder, then as 'waybill workflow list' shows.");
        endsAsTheRun();
    }

    @Override
    public ExitCode call() throws Exception {
        String name = file.given();
        Optional<Server> host = server.server(environment, options.place());
        if (host.isPresent()) {
            return runAt(host.get(), name);
        }
        return WorkflowFolders.isFile(name) ? runFile(name) : run(known(name), null);
    }

    private ExitCode runAt(Server host, String name) throws Exception {
        if (tenant.given() != null) {
            throw Failure.usage("--tenant is for a store; at a host, runs belong to the tenant of your key", null);
        }
        RemoteStart start = new RemoteStart(host);
        String run = start.start(request(start.workflow(name)));
        if (detach.isGiven()) {
            return answer(JsonObject.builder().put("runId", run).build(), out -> out.println(run));
        }
        return new RemoteRun(environment, common, host, server.again()).toRest(run, 0, RunStatus.COMPLETED);
    }

    /// @throws Failure when no graph is called so
    private WorkflowDefinition known(String id) {
        Catalog catalog = workflows.catalog(environment, null);
        DefinitionSource all = new AgentDefinitions(catalog, () -> Surroundings.agents(environment));
        return all.find(id).orElseThrow(() -> {
            boolean guided = catalog.guided(id).isPresent();
            return new Failure(
                    ExitCode.NO,
                    "workflow_not_found",
                    guided
                            ? id + " is a guided workflow: an agent goes through it, over MCP"
                            : "there is no file, workflow or agent called " + id,
                    guided ? "See 'waybill mcp --help'." : "See 'waybill workflow list' and 'waybill agents'.");
        });
    }

    private ExitCode runFile(String name) throws Exception {
        Path beside = name.equals("-")
                ? null
                : Path.of(name).toAbsolutePath().normalize().getParent();
        return switch (DefinitionFile.read(name, environment)) {
            case Read.Ok ok -> {
                ok.warnings()
                        .forEach(warning ->
                                environment.err().println("waybill: note: " + SafeText.of(warning.toString())));
                yield run(ok.definition(), beside);
            }
            case Read.Bad bad -> {
                if (common.json()) {
                    new Output(environment, true).line(DefinitionFile.toJson(name, bad));
                } else {
                    DefinitionFile.print(environment.err(), name, bad);
                }
                yield ExitCode.NO;
            }
        };
    }

    /// @param beside where workflows that this one calls are looked for first
    private ExitCode run(WorkflowDefinition definition, @Nullable Path beside) throws Exception {
        StartRequest request = request(definition);
        HostTrouble trouble = Drive.trouble(environment);
        Hosts hosts = new Hosts(under(request.envelope()), options, "run");
        DefinitionSource source = workflows.catalog(environment, beside);
        try (OpenHost open =
                detach.isGiven() ? hosts.forCommands(source, trouble) : hosts.forOwnRuns(source, trouble)) {
            RunId run = start(open, request, tenant.name());
            return detach.isGiven() ? detached(run) : stay(open, trouble, run);
        }
    }

    /// A policy that is named here is in force for all that this process does, as one named by the environment is.
    private Environment under(EvidenceEnvelope named) {
        return named.text(EvidenceEnvelope.POLICY_VERSION)
                .map(version -> environment.with(EvidenceEnvelope.variable(EvidenceEnvelope.POLICY_VERSION), version))
                .orElse(environment);
    }

    private static RunId start(OpenHost open, StartRequest request, String tenant) {
        try {
            return open.host().start(Caller.operator(tenant), request);
        } catch (Refused refused) {
            if (refused.code() != RefusalCode.VALIDATION_ERROR) {
                throw refused;
            }
            throw new Failure(
                    ExitCode.NO,
                    refused.code().wire(),
                    "it cannot start: " + refused.getMessage(),
                    String.valueOf(refused.getMessage()).contains("input \"")
                            ? "Inputs are given with --input NAME=VALUE or --inputs FILE."
                            : "'waybill workflow check' tells all that is wrong with a definition.");
        }
    }

    private ExitCode stay(OpenHost open, HostTrouble trouble, RunId run) throws Exception {
        Drive drive = new Drive(environment, common, options, trouble, open, by.name(environment));
        if (!isOurs(open, run)) {
            // The idempotency key names a run of before.
            drive.adopt(run);
        }
        return drive.toRest(run, 0, RunStatus.COMPLETED);
    }

    private static boolean isOurs(OpenHost open, RunId run) {
        return open.store()
                .run(run)
                .map(StoredRun::startedBy)
                .filter(open.host().process()::equals)
                .isPresent();
    }

    private ExitCode detached(RunId run) {
        JsonObject answer = JsonObject.builder().put("runId", run.value()).build();
        return answer(answer, out -> {
            out.println(run);
            out.println("next      waybill work" + options.again() + "   works on it");
        });
    }

    private StartRequest request(WorkflowDefinition definition) {
        return new StartRequest(
                definition,
                inputs(definition),
                KeyValues.read(config.orElse(List.of()), "--set-config"),
                JsonObject.EMPTY,
                envelope(),
                null,
                idempotencyKey.value());
    }

    private EvidenceEnvelope envelope() {
        JsonObject.Builder members = JsonObject.builder();
        members.putIfPresent(EvidenceEnvelope.CORRELATION_ID, correlationId.value());
        KeyValues.read(
                        envelope.orElse(List.of()),
                        "--ewp",
                        (name, word) -> name.equals("parent_ids") ? KeyValues.value(word) : KeyValues.text(word))
                .members()
                .forEach((name, value) -> members.put(EvidenceEnvelope.PREFIX + name, value));
        return new EvidenceEnvelope(members.build());
    }

    private JsonObject inputs(WorkflowDefinition definition) {
        Map<String, JsonValue> values = new LinkedHashMap<>(fromFile().members());
        values.putAll(new VariableWords("--input", definition.variables())
                .read(input.orElse(List.of()))
                .members());
        InputNames.of(definition).ifPresent(known -> VariableWords.requireKnown("--input", values.keySet(), known));
        return new JsonObject(values);
    }

    private JsonObject fromFile() {
        @Nullable String named = inputs.value();
        if (named == null) {
            return JsonObject.EMPTY;
        }
        if (named.strip().startsWith("{")) {
            return Input.text("--inputs", named).object(INPUTS, null);
        }
        try (Input in = Input.open(named, environment)) {
            return in.object(INPUTS, null);
        }
    }
}
