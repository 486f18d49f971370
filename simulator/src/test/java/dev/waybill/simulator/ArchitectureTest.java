package dev.waybill.simulator;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `simulator` knows the ports and nothing behind them, and gives the same answers in every JVM.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.simulator");

    @Test
    void itKnowsTheJournalOnly() {
        HouseRules.knowsOnly("simulator", "base", "journal", "testkit").check(classes);
    }

    @Test
    void itKeepsOrder() {
        HouseRules.keepsOrder().forEach(rule -> rule.check(classes));
    }
}
