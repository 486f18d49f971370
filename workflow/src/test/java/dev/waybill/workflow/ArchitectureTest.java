package dev.waybill.workflow;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waybill.testkit.HouseRules;
import org.junit.jupiter.api.Test;

/// `workflow` knows `base`, and is pure: no network, no clock, no chance of its own.
class ArchitectureTest {

    private final JavaClasses classes = HouseRules.mainClasses("dev.waybill.workflow");

    @Test
    void packagesFormNoCycle() {
        HouseRules.noPackageCycles("dev.waybill.workflow").check(classes);
    }

    @Test
    void itKnowsOnlyBase() {
        HouseRules.knowsOnly("workflow", "base").check(classes);
    }

    @Test
    void itIsPure() {
        HouseRules.isPure().forEach(rule -> rule.check(classes));
    }
}
