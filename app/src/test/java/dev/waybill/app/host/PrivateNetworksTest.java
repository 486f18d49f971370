package dev.waybill.app.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.house.Asked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may be reached on private networks is said for workflows and for webhooks apart.
class PrivateNetworksTest {

    @ParameterizedTest
    @CsvSource({"off,off", "on,off", "off,on", "on,on"})
    void eachSettingOpensItsOwnWay(String workflows, String webhooks) {
        Environment environment = Asked.environment()
                .with("WAYBILL_EGRESS_PRIVATE", workflows)
                .with("OPENWOP_WEBHOOK_ALLOW_PRIVATE", webhooks)
                .with("WAYBILL_EGRESS", "*.example.com");

        assertThat(Surroundings.egress(environment).rules().privateToo()).isEqualTo(workflows.equals("on"));
        assertThat(Surroundings.receivers(environment).rules().privateToo()).isEqualTo(webhooks.equals("on"));
        assertThat(Surroundings.receivers(environment).rules().allowed()).containsExactly("*.example.com");
    }
}
