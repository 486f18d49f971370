package dev.waybill.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.journal.RunId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PruneCommandTest {

    @TempDir
    Path folder = Path.of("");

    private Yard yard = new Yard(folder);

    @BeforeEach
    void enter() {
        yard = new Yard(folder);
    }

    private static List<String> texts(JsonObject answer, String name) {
        return answer.array(name).orElseThrow().items().stream()
                .map(JsonValue::asString)
                .map(text -> text.orElse(""))
                .toList();
    }

    @Test
    void onlyWhatEndedLongAgoIsPrunedAndItsReceiptsStay() throws InterruptedException {
        RunId open = yard.waiting("ships");
        RunId old = yard.completed("ships");
        yard.pass(Duration.ofDays(31));
        RunId young = yard.completed("ships");

        JsonObject rehearsed =
                yard.yes("prune", "--older-than", "30d", "--dry-run", "--json").json();
        assertThat(texts(rehearsed, "pruned")).contains(old.value()).doesNotContain(open.value(), young.value());
        assertThat(yard.yes("fsck", "--json").out()).contains("\"pruned\":0");

        JsonObject pruned = yard.yes("prune", "--older-than", "30d", "--json").json();
        assertThat(texts(pruned, "pruned")).isEqualTo(texts(rehearsed, "pruned"));
        assertThat(texts(pruned, "kept")).hasSize(1);
        assertThat(yard.ask("replay", old.value()).code()).isEqualTo(ExitCode.NO);
        yard.yes("export", old.value(), "-o", yard.path("old.zip"));
        assertThat(yard.yes("verify", yard.path("old.zip")).out()).contains("VERIFIED");
        assertThat(yard.yes("fsck").out()).contains("all is well").contains("(2 pruned)");
    }

    @Test
    void theSourceOfAForkIsKept() throws InterruptedException {
        RunId source = yard.completed("ships");
        yard.waits("fork", source.value(), "--at", "2");
        yard.pass(Duration.ofDays(31));

        JsonObject answer = yard.yes("prune", "--older-than", "30d", "--json").json();
        assertThat(texts(answer, "kept")).contains(source.value());
        assertThat(yard.yes("fsck").out()).contains("all is well");
    }

    @Test
    void anAgeIsANumberAndAUnit() {
        assertThat(PruneCommand.age("--older-than", "2w")).isEqualTo(Duration.ofDays(14));
        assertThat(PruneCommand.age("--older-than", "90s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(yard.ask("prune", "--older-than", "soon").code()).isEqualTo(ExitCode.USAGE);
        assertThat(yard.ask("prune").code()).isEqualTo(ExitCode.USAGE);
    }
}
