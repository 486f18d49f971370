package dev.waybill.app.command.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.runtime.guided.GuidedAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Somebody edits the database by hand: what that did is a finding, and never an exception.
class EditedRowsTest {

    private static final String FOUR = """
            {'id':'test-flow','name':'Four steps','description':'Four steps.','version':'1.0.0','steps':[
            {'id':'plan','title':'Plan','prompt':'Plan.'},{'id':'build','title':'Build','prompt':'Build.'},
            {'id':'review','title':'Review','prompt':'Review.'},{'id':'ship','title':'Ship','prompt':'Ship.'}]}""";

    /// What every check reads: junk there is damage, whatever it is.
    private static final Set<String> ESSENTIAL =
            Set.of("events.public", "events.type", "receipts.bytes", "headers.header", "blobs.bytes", "runs.status");

    @TempDir
    Path folder;

    private GuidedDesk desk;
    private String run = "";

    @BeforeEach
    void oneStepIsDone() {
        desk = new GuidedDesk(folder, FOUR);
    }

    private GuidedAnswer planned() {
        GuidedAnswer start = desk.start("{}");
        run = GuidedDesk.run(start);
        return desk.advance(start, "Planned.");
    }

    @Test
    void stepsThatAnEditLeftOutAreFound() throws SQLException {
        GuidedAnswer build = planned();
        edit(
                folder,
                "UPDATE events SET node_id = 'ship',"
                        + " public = CAST(replace(CAST(public AS TEXT), '\"build\"', '\"ship\"') AS BLOB),"
                        + " private = CAST(replace(replace(CAST(private AS TEXT), '\"build\"', '\"ship\"'),"
                        + " '\"plan\"', '\"plan\",\"build\",\"review\"') AS BLOB)"
                        + " WHERE type = 'node.started' AND node_id = 'build'");
        edit(folder, "UPDATE runs SET current_node = 'ship'");
        assertThat(desk.advance(build, "Shipped!").text()).contains("The workflow is complete");

        assertThat(desk.ask(ExitCode.TAMPERED, "fsck", "--deep").out()).contains("event_not_repeated");
        assertThat(desk.ask(ExitCode.NO, "replay", run).out()).contains("different at event");
    }

    @Test
    void aGuidedRunThatNobodyTouchedIsReplayedAsItWas() {
        GuidedAnswer build = planned();
        assertThat(desk.ask(ExitCode.YES, "replay", run).out())
                .startsWith("same ")
                .contains("has not ended");
        desk.advance(desk.advance(desk.advance(build, "Built."), "Reviewed."), "Shipped.");

        assertThat(desk.ask(ExitCode.YES, "replay", run).out())
                .startsWith("same ")
                .doesNotContain("has not ended");
        assertThat(desk.ask(ExitCode.YES, "replay", run, "--from", "3").out()).startsWith("same ");
        assertThat(desk.ask(ExitCode.YES, "fsck", "--deep").out()).contains("1 run repeated: all is well");
    }

    @Test
    void aGuidedRunIsBranchedByItsAgentAndTheCommandLineSaysSo() {
        planned();
        assertThat(desk.ask(ExitCode.NO, "fork", run, "--at", "2").err())
                .contains("is a guided run", "workflow_advance")
                .doesNotContain("jar");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void junkInAnyColumnIsAFindingAndNoException() throws Exception {
        planned();
        graphRun();
        Path whole = folder.resolve("data");
        List<String> silent = new ArrayList<>();
        int number = 0;
        for (String column : columns(whole)) {
            for (String junk : List.of("'x'", "-1", "x'ff00'", "'{}'", "99999999999")) {
                Path place = Files.createDirectory(folder.resolve("edit-" + number++));
                copy(whole, place.resolve("data"));
                String[] parts = column.split("\\.", 2);
                int changed = edit(place, "UPDATE OR IGNORE %s SET %s = %s".formatted(parts[0], parts[1], junk));
                if (changed == 0) {
                    continue;
                }
                Asked asked = desk.ask(
                        "fsck", "--deep", "--data", place.resolve("data").toString());
                String what = column + " = " + junk + ": " + asked.out() + asked.err();
                assertThat(asked.code()).as(what).isNotEqualTo(ExitCode.USAGE);
                assertThat(asked.out() + asked.err()).as(what).doesNotContain("bug");
                if (ESSENTIAL.contains(column) && asked.code() != ExitCode.TAMPERED) {
                    silent.add(what);
                }
            }
        }
        assertThat(silent).isEmpty();
        assertThat(number).isGreaterThan(250);
    }

    private void graphRun() {
        String file = desk.file("gated.json", """
                {'id':'gated','name':'Gated','version':'1','triggers':[],'metadata':{},'settings':{},'variables':[],
                'edges':[{'id':'e','sourceNodeId':'a','targetNodeId':'gate'}],'nodes':[
                {'id':'a','typeId':'core.noop','name':'a','position':{'x':0,'y':0},'config':{},'inputs':{}},
                {'id':'gate','typeId':'core.approvalGate','name':'g','position':{'x':0,'y':0},'config':{},'inputs':{}}]}""");
        String gated = desk.ask(ExitCode.NO, "run", file, "--json")
                .json()
                .string("runId")
                .orElseThrow();
        desk.ask(ExitCode.YES, "answer", gated, "gate", "accept", "--by", "ada");
    }

    private static List<String> columns(Path data) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (Connection connection = connect(data);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT m.name || '.' || c.name FROM sqlite_schema m,"
                        + " pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'")) {
            while (found.next()) {
                columns.add(found.getString(1));
            }
        }
        return columns;
    }

    private static int edit(Path place, String sql) throws SQLException {
        try (Connection connection = connect(place.resolve("data"));
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLiteException e) {
            // SQLite itself keeps numbers of rows numbers.
            assertThat(e.getResultCode()).isEqualTo(SQLiteErrorCode.SQLITE_MISMATCH);
            return 0;
        }
    }

    private static Connection connect(Path data) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve("waybill.db"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
