package dev.waybill.app;

import static dev.waybill.app.CommandEntry.command;
import static dev.waybill.app.CommandEntry.group;

import dev.waybill.app.command.AuditCommand;
import dev.waybill.app.command.CompletionCommand;
import dev.waybill.app.command.ConfigShowCommand;
import dev.waybill.app.command.DemoCommand;
import dev.waybill.app.command.DoctorCommand;
import dev.waybill.app.command.GraphCommand;
import dev.waybill.app.command.TelemetryCommand;
import dev.waybill.app.command.VerifyCommand;
import dev.waybill.app.command.agent.AgentsCommand;
import dev.waybill.app.command.agent.PackAddCommand;
import dev.waybill.app.command.agent.PackListCommand;
import dev.waybill.app.command.agent.PackRemoveCommand;
import dev.waybill.app.command.bundle.BundleCreateCommand;
import dev.waybill.app.command.bundle.BundleDiscloseCommand;
import dev.waybill.app.command.bundle.BundleRedactCommand;
import dev.waybill.app.command.bundle.BundleShowCommand;
import dev.waybill.app.command.evidence.AncestryCommand;
import dev.waybill.app.command.evidence.CheckpointsCommand;
import dev.waybill.app.command.evidence.DagCommand;
import dev.waybill.app.command.evidence.EmitCommand;
import dev.waybill.app.command.evidence.EvidenceExportCommand;
import dev.waybill.app.command.evidence.EvidenceVerifyCommand;
import dev.waybill.app.command.evidence.IndexCommand;
import dev.waybill.app.command.evidence.PolicyAtCommand;
import dev.waybill.app.command.evidence.PolicyChangeCommand;
import dev.waybill.app.command.evidence.RecordCommand;
import dev.waybill.app.command.evidence.SpawnCommand;
import dev.waybill.app.command.evidence.SqlCommand;
import dev.waybill.app.command.evidence.SubjectCommand;
import dev.waybill.app.command.evidence.TaskCommand;
import dev.waybill.app.command.evidence.TasksCommand;
import dev.waybill.app.command.evidence.TypesCommand;
import dev.waybill.app.command.guided.ApiKeysListCommand;
import dev.waybill.app.command.guided.ApiKeysNewCommand;
import dev.waybill.app.command.guided.ApiKeysRevokeCommand;
import dev.waybill.app.command.guided.ApiKeysRotateCommand;
import dev.waybill.app.command.guided.McpCommand;
import dev.waybill.app.command.guided.NodesCommand;
import dev.waybill.app.command.guided.ServeCommand;
import dev.waybill.app.command.guided.SessionsCommand;
import dev.waybill.app.command.guided.SessionsRemoveCommand;
import dev.waybill.app.command.guided.UiCommand;
import dev.waybill.app.command.guided.WorkflowAddCommand;
import dev.waybill.app.command.guided.WorkflowCheckCommand;
import dev.waybill.app.command.guided.WorkflowListCommand;
import dev.waybill.app.command.guided.WorkflowNewCommand;
import dev.waybill.app.command.guided.WorkflowPreviewCommand;
import dev.waybill.app.command.guided.WorkflowRemoveCommand;
import dev.waybill.app.command.guided.WorkflowShowCommand;
import dev.waybill.app.command.history.AnchorCommand;
import dev.waybill.app.command.history.ArtifactGetCommand;
import dev.waybill.app.command.history.ArtifactsCommand;
import dev.waybill.app.command.history.DiffCommand;
import dev.waybill.app.command.history.ExportCommand;
import dev.waybill.app.command.history.ForkCommand;
import dev.waybill.app.command.history.FsckCommand;
import dev.waybill.app.command.history.PruneCommand;
import dev.waybill.app.command.history.ReplayCommand;
import dev.waybill.app.command.keys.KeysNewCommand;
import dev.waybill.app.command.keys.KeysRevokeCommand;
import dev.waybill.app.command.keys.KeysRotateCommand;
import dev.waybill.app.command.keys.KeysShowCommand;
import dev.waybill.app.command.memory.MemoryDeleteCommand;
import dev.waybill.app.command.memory.MemoryGetCommand;
import dev.waybill.app.command.memory.MemoryHistoryCommand;
import dev.waybill.app.command.memory.MemoryListCommand;
import dev.waybill.app.command.memory.MemorySetCommand;
import dev.waybill.app.command.merkle.MerkleCheckCommand;
import dev.waybill.app.command.merkle.MerkleProveCommand;
import dev.waybill.app.command.merkle.MerkleRootCommand;
import dev.waybill.app.command.receipt.ReceiptInspectCommand;
import dev.waybill.app.command.receipt.ReceiptIssueCommand;
import dev.waybill.app.command.receipt.ReceiptVerifyCommand;
import dev.waybill.app.command.receipt.RuleCheckCommand;
import dev.waybill.app.command.receipt.WitnessCommand;
import dev.waybill.app.command.run.AnswerCommand;
import dev.waybill.app.command.run.CancelCommand;
import dev.waybill.app.command.run.EventsCommand;
import dev.waybill.app.command.run.PauseCommand;
import dev.waybill.app.command.run.ResumeCommand;
import dev.waybill.app.command.run.RunCommand;
import dev.waybill.app.command.run.RunsCommand;
import dev.waybill.app.command.run.ShowCommand;
import dev.waybill.app.command.run.WorkCommand;
import dev.waybill.app.command.trigger.TriggerToldCommand;
import dev.waybill.app.command.trigger.TriggersCommand;
import java.util.List;

/// Every command, in the order in which the help shows them. A new command is one line here and one class
/// in `dev.waybill.app.command`.
final class Commands {

    static final List<CommandEntry> ALL = List.of(
            command("demo", DemoCommand::new),
            command("run", RunCommand::new),
            command("runs", RunsCommand::new),
            command("show", ShowCommand::new),
            command("events", EventsCommand::new),
            command("answer", AnswerCommand::new),
            command("pause", PauseCommand::new),
            command("resume", ResumeCommand::new),
            command("cancel", CancelCommand::new),
            command("work", WorkCommand::new),
            command("fork", ForkCommand::new),
            command("replay", ReplayCommand::new),
            command("diff", DiffCommand::new),
            command("export", ExportCommand::new),
            command("anchor", AnchorCommand::new),
            command("artifacts", ArtifactsCommand::new),
            group("artifact", "Something that a run left for people.", command("get", ArtifactGetCommand::new)),
            command("fsck", FsckCommand::new),
            command("prune", PruneCommand::new),
            group(
                    "memory",
                    "What agents remember, now and at any event of a run.",
                    command("list", MemoryListCommand::new),
                    command("get", MemoryGetCommand::new),
                    command("set", MemorySetCommand::new),
                    command("delete", MemoryDeleteCommand::new),
                    command("history", MemoryHistoryCommand::new)),
            command("mcp", McpCommand::new),
            command("serve", ServeCommand::new),
            command("ui", UiCommand::new),
            command("verify", VerifyCommand::new),
            command("graph", GraphCommand::new),
            command("telemetry", TelemetryCommand::new),
            group(
                    "bundle",
                    "One file with receipts, keys, summaries and proofs.",
                    command("create", BundleCreateCommand::new),
                    command("show", BundleShowCommand::new),
                    command("disclose", BundleDiscloseCommand::new),
                    command("redact", BundleRedactCommand::new)),
            group(
                    "receipt",
                    "One receipt, or one per line: sign, read, verify.",
                    command("verify", ReceiptVerifyCommand::new),
                    command("inspect", ReceiptInspectCommand::new),
                    command("issue", ReceiptIssueCommand::new),
                    command("witness", WitnessCommand::new),
                    command("check-context", RuleCheckCommand::context),
                    command("check-summary", RuleCheckCommand::summary)),
            group(
                    "merkle",
                    "Roots and proofs over sets of receipts.",
                    command("root", MerkleRootCommand::new),
                    command("prove", MerkleProveCommand::new),
                    command("check", MerkleCheckCommand::new)),
            group(
                    "keys",
                    "The keys that you sign with.",
                    command("new", KeysNewCommand::new),
                    command("show", KeysShowCommand::new),
                    command("rotate", KeysRotateCommand::new),
                    command("revoke", KeysRevokeCommand::new)),
            group(
                    "workflow",
                    "Definitions of workflows: begin one, check them, see what agents will read.",
                    command("new", WorkflowNewCommand::new),
                    command("list", WorkflowListCommand::new),
                    command("check", WorkflowCheckCommand::new),
                    command("add", WorkflowAddCommand::new),
                    command("remove", WorkflowRemoveCommand::new),
                    command("show", WorkflowShowCommand::new),
                    command("preview", WorkflowPreviewCommand::new)),
            command(
                    "triggers",
                    TriggersCommand::new,
                    command("pause", TriggerToldCommand::pause),
                    command("resume", TriggerToldCommand::resume)),
            command("nodes", NodesCommand::new),
            command("agents", AgentsCommand::new),
            group(
                    "pack",
                    "Packs of agents: add one, list them, remove one.",
                    command("add", PackAddCommand::new),
                    command("list", PackListCommand::new),
                    command("remove", PackRemoveCommand::new)),
            command("sessions", SessionsCommand::new, command("remove", SessionsRemoveCommand::new)),
            group(
                    "apikeys",
                    "Who may call this host over the network.",
                    command("new", ApiKeysNewCommand::new),
                    command("list", ApiKeysListCommand::new),
                    command("rotate", ApiKeysRotateCommand::new),
                    command("revoke", ApiKeysRevokeCommand::new)),
            group(
                    "evidence",
                    "Records of several systems: index, query, write.",
                    command("index", IndexCommand::new),
                    command("policy-at", PolicyAtCommand::new),
                    command("trace", SubjectCommand::trace),
                    command("why", AncestryCommand::why),
                    command("impact", AncestryCommand::impact),
                    command("who", SubjectCommand::who),
                    command("commits", SubjectCommand::commits),
                    command("checkpoints", CheckpointsCommand::new),
                    command("dag", DagCommand::new),
                    command("sql", SqlCommand::new),
                    command("verify", EvidenceVerifyCommand::new),
                    command("export", EvidenceExportCommand::new),
                    command("types", TypesCommand::new),
                    command("tasks", TasksCommand::new),
                    command("record", RecordCommand::new),
                    command("task", TaskCommand::new),
                    command("spawn", SpawnCommand::new),
                    command("emit", EmitCommand::new),
                    command("apply", PolicyChangeCommand::apply),
                    command("rollback", PolicyChangeCommand::rollback)),
            command("audit", AuditCommand::new),
            group("config", "What is set, and where.", command("show", ConfigShowCommand::new)),
            command("doctor", DoctorCommand::new),
            command("completion", environment -> new CompletionCommand(environment, CommandTree::whole)));

    private Commands() {}
}
