package dev.waybill.receipt.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningTest {

    @Test
    void warningsAreSortedAsPeacsRuntimeCollatesThem() {
        List<Warning> sorted = List.of(
                at(""), at("/a"), at("/a_b"), at("/a-b"), at("/a.b"), at("/a~1b"), at("/a0"), at("/ab"), at("/type"));
        List<Warning> shuffled = new ArrayList<>(sorted);
        Collections.reverse(shuffled);

        assertThat(Warning.merge(shuffled)).isEqualTo(sorted);
    }

    @Test
    void warningsAboutOnePlaceAreSortedByCode() {
        var later = new Warning("type_unregistered", "/type");
        var earlier = new Warning("extension_group_missing", "/type");

        assertThat(Warning.merge(List.of(later), List.of(earlier))).containsExactly(earlier, later);
    }

    @Test
    void aWarningIsWrittenWithCodeAndPointer() {
        assertThat(new Warning("type_unregistered", "/type").toJson())
                .hasToString("{\"code\":\"type_unregistered\",\"pointer\":\"/type\"}");
    }

    private static Warning at(String pointer) {
        return new Warning("code", pointer);
    }
}
