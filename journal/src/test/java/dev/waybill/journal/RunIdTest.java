package dev.waybill.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.base.id.Ulid;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunIdTest {

    @Test
    void itIsAPrefixAndAUlid() {
        Ulid ulid = Ulid.parse("01JD2ZK8F4Q6V0X3N5S7T9W1YB");
        assertThat(RunId.of(ulid)).isEqualTo(Samples.RUN).hasToString("run_01JD2ZK8F4Q6V0X3N5S7T9W1YB");
    }

    @Test
    void otherSpellingsAreRefused() {
        for (String text : List.of(
                "",
                "run_",
                "01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "run_01jd2zk8f4q6v0x3n5s7t9w1yb",
                "run_81JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "wf_01JD2ZK8F4Q6V0X3N5S7T9W1YB",
                "run_01JD2ZK8F4Q6V0X3N5S7T9W1YB ")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> new RunId(text));
        }
    }

    @Test
    void idsSortByTime() {
        assertThat(Samples.PARENT).isLessThan(Samples.RUN);
    }
}
