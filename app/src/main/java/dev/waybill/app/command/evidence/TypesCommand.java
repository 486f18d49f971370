package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.view.text.Table;
import dev.waybill.view.text.Table.Cell;
import dev.waybill.view.text.Table.Column;
import java.util.ArrayList;
import java.util.List;

/// `waybill evidence types`: the registry of receipts that cross the borders of systems.
public final class TypesCommand extends ToldCommand {

    public TypesCommand(Environment environment) {
        super(environment, "List the types of receipts that cross systems: who writes them, for whom, and when.");
    }

    @Override
    public ExitCode call() {
        List<JsonValue> types = new ArrayList<>();
        Table table = new Table(Column.HANDLE, Column.TEXT, Column.TEXT, Column.TEXT)
                .head("TYPE", "WRITTEN BY", "READ BY", "WHEN");
        for (ReceiptType type : ReceiptType.values()) {
            types.add(json(type));
            table.row(
                    Cell.of(type.name()),
                    Cell.of(type.emitter()),
                    Cell.of(String.join(", ", type.consumers())),
                    Cell.of(type.trigger()));
        }
        JsonObject answer = JsonObject.of("types", new JsonArray(types));
        return answer(answer, out -> out.print(table.render(common.terminal())));
    }

    private static JsonObject json(ReceiptType type) {
        return JsonObject.of("type", type.name())
                .with("emitter", type.emitter())
                .with("consumers", JsonArray.ofStrings(type.consumers()))
                .with("trigger", type.trigger())
                .with("pack_type", type.packAlias());
    }
}
