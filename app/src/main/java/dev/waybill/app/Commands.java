package dev.waybill.app;

import static dev.waybill.app.CommandEntry.command;

import dev.waybill.app.command.CompletionCommand;
import dev.waybill.app.command.DoctorCommand;
import java.util.List;

/// Every command, in the order in which the help shows them. A new command is one line here and one class
/// in `dev.waybill.app.command`.
final class Commands {

    static final List<CommandEntry> ALL = List.of(
            command("doctor", DoctorCommand::new),
            command("completion", environment -> new CompletionCommand(environment, CommandTree::whole)));

    private Commands() {}
}
