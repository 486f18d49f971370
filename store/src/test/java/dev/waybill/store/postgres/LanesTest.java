package dev.waybill.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LanesTest {

    /// Its server probably shares them.
    @Test
    void aNodeOfOneOrTwoProcessorsSendsOneStatementAtATime() {
        assertThat(Lanes.width(1)).isEqualTo(1);
        assertThat(Lanes.width(2)).isEqualTo(1);
    }

    @Test
    void aLargerNodeSendsASecondOneBesideIt() {
        assertThat(Lanes.width(4)).isEqualTo(2);
        assertThat(Lanes.width(64)).isEqualTo(2);
    }
}
